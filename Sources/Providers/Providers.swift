// The room `Providers`: see docs/architecture.md.
