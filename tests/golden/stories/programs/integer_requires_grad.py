labels = out.argmax(1)
labels.requires_grad = True
