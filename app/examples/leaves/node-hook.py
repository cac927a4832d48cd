import torch

w = torch.tensor([1., 2.], requires_grad=True)
h = w * 3
loss = (h ** 2).sum()

def report(grad_inputs, grad_outputs):
    print("in ", grad_outputs[0].tolist())
    print("out", grad_inputs[0].tolist())

h.grad_fn.register_hook(report)
loss.backward()
