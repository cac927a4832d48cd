"""Films of the service: found in memory or in the store or made by a run, and what is shown under a link."""
