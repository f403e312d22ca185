// The room `Configuration`: see docs/architecture.md.
