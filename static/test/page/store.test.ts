import { describe, expect, test } from "vitest";
import { createStore } from "../../src/page/store";

describe("store", () => {
  test("a watcher is called at once, and then only when what it picked changes", () => {
    const store = createStore({ step: 0, other: 0 });
    const heard: number[] = [];
    store.watch(
      ({ step }) => [step],
      ([step]) => heard.push(step),
    );
    store.set({ other: 1 });
    store.set({ step: 2 });
    expect(heard).toEqual([0, 2]);
  });

  test("a watcher that was removed is not called again", () => {
    const store = createStore({ step: 0 });
    const heard: number[] = [];
    store.watch(
      ({ step }) => [step],
      ([step]) => heard.push(step),
    )();
    store.set({ step: 1 });
    expect(heard).toEqual([0]);
  });

  test("a change made inside a reaction reaches every watcher once", () => {
    const store = createStore({ step: 0, doubled: 0 });
    const heard: (readonly number[])[] = [];
    store.watch(
      ({ step }) => [step],
      ([step]) => store.set({ doubled: step * 2 }),
    );
    store.watch(
      ({ step, doubled }) => [step, doubled],
      picked => heard.push(picked),
    );
    store.set({ step: 3 });
    expect(heard).toEqual([
      [0, 0],
      [3, 6],
    ]);
  });
});
