opt = torch.optim.SGD(net.parameters(), lr=0.1)
losses = [part.pow(2).mean() for part in (out, out - 1)]
loss = torch.tensor(losses, requires_grad=True).mean()
loss.backward()
opt.step()
