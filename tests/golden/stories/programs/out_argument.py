buffer = torch.empty(2, 4)
torch.add(out, 1, out=buffer)
