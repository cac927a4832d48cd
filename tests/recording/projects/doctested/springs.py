def stretched(x):
    length = x.square()
    energy = length.sqrt().square()
    length.add_(1)
    root = length.sqrt()  # saved
    root.mul_(0)  # edit
    return energy / 2 + root
