import asyncio
from contextlib import asynccontextmanager

import torch


class Worker:
    def __init__(self):
        torch.manual_seed(0)
        self.w = torch.randn(2, 2, requires_grad=True)
        self.memory = torch.zeros(2, 2)

    @asynccontextmanager
    async def step(self):
        yield
        await asyncio.sleep(0)

    async def handle(self, batch):
        async with self.step():
            self.memory[:] = torch.tanh(batch @ self.w) + self.memory
            loss = self.memory.square().sum()
            loss.backward()  # raise
