noise = torch.zeros(2, 4)
kept = noise.numpy()
loss = (out + noise).pow(2).sum()
kept[:] = 1
loss.backward()
