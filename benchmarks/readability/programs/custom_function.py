# A gated layer whose activation has a backward of its own, to keep less memory.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class MemoryEfficientSwish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return grad_output * (s * (1 + x * (1 - s)))


class SqueezeExcite(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.reduce = nn.Linear(channels, channels // 2)
        self.expand = nn.Linear(channels // 2, channels)

    def forward(self, x):
        weights = x.mean((2, 3))
        weights = torch.sigmoid(self.expand(F.relu(self.reduce(weights))))
        return x * weights[:, :, None, None]


class MBConv(nn.Module):
    def __init__(self, channels, expand=2):
        super().__init__()
        wide = channels * expand
        self.expand = nn.Conv2d(channels, wide, 1, bias=False)
        self.depthwise = nn.Conv2d(wide, wide, 3, padding=1, groups=wide, bias=False)
        self.squeeze = SqueezeExcite(wide)
        self.project = nn.Conv2d(wide, channels, 1, bias=False)

    def forward(self, x):
        h = self.expand(x)
        h = MemoryEfficientSwish.apply(h)
        features = self.depthwise(h)
        h = MemoryEfficientSwish.apply(features)
        features -= features.mean((2, 3), keepdim=True)
        h = self.squeeze(h) + 0.1 * features
        return x + self.project(h)


class EfficientNet(nn.Module):
    def __init__(self, channels=6, blocks=2, classes=4):
        super().__init__()
        self.stem = nn.Conv2d(3, channels, 3, stride=2, padding=1)
        self.blocks = nn.Sequential(*[MBConv(channels) for _ in range(blocks)])
        self.head = nn.Linear(channels, classes)

    def forward(self, x):
        x = self.blocks(self.stem(x))
        return self.head(x.mean((2, 3)))


model = EfficientNet()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
images, labels = torch.randn(4, 3, 12, 12), torch.randint(4, (4,))

for epoch in range(2):
    loss = F.cross_entropy(model(images), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.item())
