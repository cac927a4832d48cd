"""One module per figure of the benchmark table; each prints ratios measured in one run, both sides named."""
