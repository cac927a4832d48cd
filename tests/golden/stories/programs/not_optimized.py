opt = torch.optim.SGD([*net[0].parameters(), *net[2].parameters()], lr=0.1)
out.pow(2).mean().backward()
opt.step()
