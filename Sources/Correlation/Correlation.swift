// The room `Correlation`: see docs/architecture.md.
