// The room `Flows`: see docs/architecture.md.
