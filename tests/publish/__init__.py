"""Films in pages of site generators."""
