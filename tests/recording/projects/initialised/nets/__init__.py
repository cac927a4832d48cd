from .net import Net


def build(width):
    return Net(width)
