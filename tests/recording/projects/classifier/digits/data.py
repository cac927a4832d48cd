import torch
from torch.utils.data import Dataset


class Digits(Dataset):
    def __init__(self, length):
        self.length = length

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        generator = torch.Generator().manual_seed(index)
        return torch.rand(1, 8, 8, generator=generator), index % 10


def collate(samples):
    images, labels = zip(*samples)
    return torch.stack(images), torch.tensor(labels)
