best = out.mean()
saved = copy.deepcopy(best)
