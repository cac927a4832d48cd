import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { followQueue, newTicket } from "../../src/page/queue";
import { words } from "../support/catalogue";

describe("the place in the queue", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("a run that is answered at once sends no request", async () => {
    const waiting = new AbortController();
    const ask = vi.fn(async () => 1);
    const done = followQueue("a", waiting.signal, () => {}, ask);
    waiting.abort();
    await vi.advanceTimersByTimeAsync(5000);
    await done;
    expect(ask).not.toHaveBeenCalled();
  });

  test("a run that waits reports its place every second until it is answered", async () => {
    const waiting = new AbortController();
    const places: (number | null)[] = [3, 1, null];
    const heard: (number | null)[] = [];
    const done = followQueue(
      "a",
      waiting.signal,
      ahead => heard.push(ahead),
      async () => places.shift() ?? null,
    );
    await vi.advanceTimersByTimeAsync(2800);
    waiting.abort();
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    expect(heard).toEqual([3, 1, null]);
  });

  test("a late answer is not reported, and a failed one is reported as null", async () => {
    const waiting = new AbortController();
    const heard: (number | null)[] = [];
    const asked = [() => Promise.reject(new Error("offline")), () => new Promise<number>(resolve => setTimeout(resolve, 500, 2))];
    const done = followQueue(
      "a",
      waiting.signal,
      ahead => heard.push(ahead),
      () => asked.shift()?.() ?? Promise.resolve(9),
    );
    await vi.advanceTimersByTimeAsync(1800);
    waiting.abort();
    await vi.advanceTimersByTimeAsync(5000);
    await done;
    expect(heard).toEqual([null]);
  });

  test("two tickets differ and have the form that the server accepts", () => {
    expect(newTicket()).toMatch(/^[0-9a-f]{32}$/);
    expect(newTicket()).not.toBe(newTicket());
  });

  test("the place has a sentence in both languages", () => {
    const told = (lang: "en" | "zh") => [0, 1, 7].map(count => words(lang).word("page-queue-ahead", { count }));
    expect(told("en")).toEqual(["Yours is next.", "1 run is ahead of yours.", "7 runs are ahead of yours."]);
    expect(told("zh")).toEqual(["下一个就轮到你的程序。", "前面还有 1 个程序在等待。", "前面还有 7 个程序在等待。"]);
  });
});
