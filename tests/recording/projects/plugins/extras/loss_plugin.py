import torch


def loss_of(w, x, after_forward):
    scores = torch.softmax(x @ w, 0)  # saved
    after_forward(scores)
    return -scores.log().mean()
