// The room `Decoding`: see docs/architecture.md.
