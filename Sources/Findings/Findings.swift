// The room `Findings`: see docs/architecture.md.
