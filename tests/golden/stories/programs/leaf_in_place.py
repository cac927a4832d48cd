net[2].weight.add_(1.0)
