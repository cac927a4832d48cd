# Differentiable physics: positions and velocities in one state tensor, slices written in place each step.
# plain: raises RuntimeError: has been modified by an inplace operation
# expect: version_mismatch
# tensor: state | state[:, 0] | position
import torch

stiffness = torch.tensor(2.0, requires_grad=True)
state = torch.zeros(3, 2)
state[:, 0] = torch.tensor([0.0, 1.0, 3.0])
for step in range(3):
    position = state[:, 0]
    force = -stiffness * position  #! saved
    state[:, 1] = state[:, 1] + 0.1 * force  #! edit
    state[:, 0] = state[:, 0] + 0.1 * state[:, 1]
energy = state[:, 0].sum()
energy.backward()  #! raise
