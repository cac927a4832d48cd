# Two layers written without nn.Module, trained by gradient descent written out.
import torch

torch.manual_seed(0)


def initialise(fan_in, fan_out):
    weight = torch.randn(fan_in, fan_out) * (2 / fan_in) ** 0.5
    bias = torch.zeros(fan_out)
    return weight.requires_grad_(), bias.requires_grad_()


def spiral(count, classes=3):
    points, labels = [], []
    for k in range(classes):
        radius = torch.linspace(0.1, 1, count)
        angle = torch.linspace(4 * k, 4 * (k + 1), count) + 0.2 * torch.randn(count)
        points.append(torch.stack([radius * angle.sin(), radius * angle.cos()], 1))
        labels.append(torch.full((count,), k))
    return torch.cat(points), torch.cat(labels)


W1, b1 = initialise(2, 16)
W2, b2 = initialise(16, 3)
parameters = [W1, b1, W2, b2]


def network(x):
    hidden = torch.relu(x @ W1 + b1)
    return hidden @ W2 + b2


def cross_entropy(logits, labels):
    shifted = logits - logits.max(1, keepdim=True).values.detach()
    log_probabilities = shifted - shifted.exp().sum(1, keepdim=True).log()
    return -log_probabilities[torch.arange(len(labels)), labels].mean()


x, y = spiral(8)
lr = 0.5
for epoch in range(5):
    loss = cross_entropy(network(x), y)
    loss.backward()
    for p in parameters:
        p -= lr * p.grad
        p.grad = None
    accuracy = (network(x).argmax(1) == y).float().mean()
    print(epoch, loss.item(), accuracy.item())
