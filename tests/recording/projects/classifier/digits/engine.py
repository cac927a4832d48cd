import torch.nn.functional as F


def train_one_epoch(model, loader, optimizer, epoch):
    model.train()
    total = 0.0
    for step, (images, labels) in enumerate(loader):
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(model(images), labels)
        loss.backward()  # raise
        optimizer.step()
        total += loss.item()
    return {"loss": total / (step + 1)}
