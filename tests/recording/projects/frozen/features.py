import numpy as np
import torch


def normalised(data):
    array = data.numpy()
    return torch.from_numpy(((array - array.mean(0)) / array.std(0)).astype(np.float32))
