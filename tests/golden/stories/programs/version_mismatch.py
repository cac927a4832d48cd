h = torch.sigmoid(out)
loss = (h * h).sum() + h.tanh().sum()
h += 1
loss.backward()
