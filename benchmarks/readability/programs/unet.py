# Segmentation with a U-shaped network, dice loss and a training loop.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)


class DoubleConv(nn.Module):
    def __init__(self, channels_in, channels_out):
        super().__init__()
        self.block = nn.Sequential(
            nn.Conv2d(channels_in, channels_out, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels_out),
            nn.ReLU(inplace=True),
            nn.Conv2d(channels_out, channels_out, 3, padding=1, bias=False),
            nn.BatchNorm2d(channels_out),
            nn.ReLU(inplace=True),
        )

    def forward(self, x):
        return self.block(x)


class Down(nn.Module):
    def __init__(self, channels_in, channels_out):
        super().__init__()
        self.pool = nn.MaxPool2d(2)
        self.conv = DoubleConv(channels_in, channels_out)

    def forward(self, x):
        return self.conv(self.pool(x))


class Up(nn.Module):
    def __init__(self, channels_in, channels_out):
        super().__init__()
        self.up = nn.ConvTranspose2d(channels_in, channels_out, 2, stride=2)
        self.conv = DoubleConv(channels_out, channels_out)

    def forward(self, x, skip):
        x = torch.relu(self.up(x))
        height, width = x.shape[2:]
        x += skip[:, :, :height, :width]
        return self.conv(x)


class UNet(nn.Module):
    def __init__(self, channels=1, classes=2, width=4):
        super().__init__()
        self.inc = DoubleConv(channels, width)
        self.down1 = Down(width, 2 * width)
        self.down2 = Down(2 * width, 4 * width)
        self.up1 = Up(4 * width, 2 * width)
        self.up2 = Up(2 * width, width)
        self.outc = nn.Conv2d(width, classes, 1)

    def forward(self, x):
        x1 = self.inc(x)
        x2 = self.down1(x1)
        x3 = self.down2(x2)
        x = self.up1(x3, x2)
        x = self.up2(x, x1)
        return self.outc(x)


def dice_loss(logits, target, smooth=1.0):
    probabilities = logits.softmax(1)[:, 1]
    overlap = (probabilities * target).sum((1, 2))
    total = probabilities.sum((1, 2)) + target.sum((1, 2))
    return 1 - ((2 * overlap + smooth) / (total + smooth)).mean()


class Shapes(torch.utils.data.Dataset):
    """Squares on noise."""

    def __init__(self, count):
        self.images = 0.1 * torch.randn(count, 1, 16, 16)
        self.masks = torch.zeros(count, 16, 16)
        for image, mask in zip(self.images, self.masks):
            row, column = torch.randint(0, 10, (2,)).tolist()
            image[0, row : row + 5, column : column + 5] += 1
            mask[row : row + 5, column : column + 5] = 1

    def __len__(self):
        return len(self.images)

    def __getitem__(self, index):
        return self.images[index], self.masks[index]


loader = torch.utils.data.DataLoader(Shapes(4), batch_size=2)
model = UNet()
optimizer = torch.optim.RMSprop(model.parameters(), lr=1e-4, momentum=0.9)

for epoch in range(2):
    for images, masks in loader:
        logits = model(images)
        loss = F.cross_entropy(logits, masks.long()) + dice_loss(logits, masks)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(epoch, loss.item())
