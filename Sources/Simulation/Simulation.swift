// The room `Simulation`: see docs/architecture.md.
