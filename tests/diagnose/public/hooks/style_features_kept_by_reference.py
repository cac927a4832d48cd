# A hook keeps a layer's output for a style loss by reference; the next layer works in place on it.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
import torch
from torch import nn


class Style(nn.Module):
    def __init__(self, net, wanted):
        super().__init__()
        self.net, self.kept = net, {}
        for index, layer in enumerate(net):
            if index in wanted:
                layer.register_forward_hook(lambda module, inputs, output, index=index: self.kept.__setitem__(index, self.gram(output)))

    @staticmethod
    def gram(features):
        flat = features.flatten(1)
        return flat @ flat.t()  #! saved

    def forward(self, x):
        self.net(x)  #! edit
        return self.kept


net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(inplace=True), nn.Conv2d(2, 2, 3), nn.ReLU(inplace=True))
style = Style(net, {0, 2})
image = torch.rand(2, 1, 6, 6, requires_grad=True)
loss = sum(gram.pow(2).mean() for gram in style(image).values())
loss.backward()  #! raise
