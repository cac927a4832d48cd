opt = torch.optim.SGD(net.parameters(), lr=0.1)
out.pow(2).mean().backward()
opt.zero_grad()
opt.step()
