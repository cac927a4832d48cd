# A net written with nothing but lists of tensors; its update edits the leaves outside no_grad.
# plain: raises RuntimeError: a leaf Variable that requires grad is being used in an in-place operation
# expect: leaf_in_place
# tensor: net.layers[0]['w'] | layer['w'] | self.layers[0]['w']
import math

import torch


class Net:
    def __init__(self, sizes):
        self.layers = []
        for given, made in zip(sizes, sizes[1:]):
            w = torch.randn(given, made) / math.sqrt(given)
            self.layers.append({"w": w.requires_grad_(), "b": torch.zeros(made, requires_grad=True)})

    def __call__(self, x):
        for layer in self.layers[:-1]:
            x = torch.tanh(x @ layer["w"] + layer["b"])
        return x @ self.layers[-1]["w"] + self.layers[-1]["b"]

    def update(self, rate):
        for layer in self.layers:
            layer["w"] -= rate * layer["w"].grad  #! edit raise
            layer["b"] -= rate * layer["b"].grad


net = Net([3, 8, 1])
loss = (net(torch.randn(5, 3)) - 1).pow(2).mean()
loss.backward()
net.update(0.1)
