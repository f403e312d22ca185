// The room `Store`: see docs/architecture.md.
