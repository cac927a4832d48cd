plot = out.softmax(1)
plot.numpy()
