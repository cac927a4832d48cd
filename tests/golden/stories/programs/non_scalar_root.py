loss = (out - 1).pow(2)
loss.backward()
