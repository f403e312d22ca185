// The room `Sources`: see docs/architecture.md.
