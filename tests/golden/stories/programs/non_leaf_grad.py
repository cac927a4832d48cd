h = out * 2
loss = h.sum()
loss.backward()
print(h.grad)
