import asyncio
import sys

import torch

from worker import Worker


def report(kind, error, traceback):
    last = traceback
    while last.tb_next is not None and "site-packages" not in last.tb_next.tb_frame.f_code.co_filename:
        last = last.tb_next
    print(f"REPORT {kind.__name__} {last.tb_frame.f_code.co_name}:{last.tb_lineno}: {str(error).splitlines()[0][:80]}", file=sys.stderr)


async def producer(queue):
    for step in range(3):
        await asyncio.sleep(0)
        await queue.put(torch.full((2, 2), float(step + 1)))
    await queue.put(None)


async def main():
    sys.excepthook = report
    queue = asyncio.Queue()
    worker = Worker()
    task = asyncio.create_task(producer(queue))
    try:
        while (batch := await queue.get()) is not None:
            await worker.handle(batch)
    finally:
        task.cancel()
        print("grads", worker.w.grad)


asyncio.run(main())
