"""HTTP in, domain call, HTTP out: one file per group of endpoints, nothing else."""
