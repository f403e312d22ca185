// The room `Reports`: see docs/architecture.md.
