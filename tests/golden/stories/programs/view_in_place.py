with torch.no_grad():
    flat = out.view(-1)
flat += 1
