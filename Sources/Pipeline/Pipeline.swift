// The room `Pipeline`: see docs/architecture.md.
