// The room `Verdicts`: see docs/architecture.md.
