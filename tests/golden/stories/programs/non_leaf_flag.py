features = out.relu()
features.requires_grad = False
