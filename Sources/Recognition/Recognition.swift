// The room `Recognition`: see docs/architecture.md.
