code = out * 2
torch.optim.SGD([code], lr=0.1)
