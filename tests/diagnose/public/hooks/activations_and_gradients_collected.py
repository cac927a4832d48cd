# Forward and full backward hooks collect what flows through every layer of a small convolutional net.
# plain: completes
# expect: nothing
import torch
from torch import nn


class Collector:
    def __init__(self, net):
        self.activations, self.gradients, self.handles = {}, {}, []
        for name, part in net.named_modules():
            if isinstance(part, (nn.Conv2d, nn.Linear)):
                self.handles.append(part.register_forward_hook(self.forward(name)))
                self.handles.append(part.register_full_backward_hook(self.backward(name)))

    def forward(self, name):
        def hook(module, inputs, output):
            self.activations[name] = output.detach().abs().mean()

        return hook

    def backward(self, name):
        def hook(module, grad_inputs, grad_outputs):
            self.gradients.setdefault(name, []).append(grad_outputs[0].norm().item())

        return hook

    def close(self):
        for handle in self.handles:
            handle.remove()


net = nn.Sequential(
    nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(16, 3)
)
collector = Collector(net)
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, nesterov=True)
for _ in range(2):
    opt.zero_grad()
    loss = nn.functional.cross_entropy(net(torch.randn(4, 1, 4, 4)), torch.tensor([0, 1, 2, 1]))
    loss.backward()
    opt.step()
collector.close()
print(sorted(collector.gradients), len(collector.gradients["0"]))
