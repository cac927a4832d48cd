import { describe, expect, test } from "vitest";
import type { TraceEvent } from "../../src/trace/contract";
import { idsOf } from "../../src/trace/references";

describe("idsOf", () => {
  const op = {
    kind: "op",
    inputs: ["t1"],
    outputs: ["t2"],
    writes: [{ tensor: "t1" }, { tensor: "t3" }],
    effects: { reads: null, views: [["t1", "t2"]] },
    states: [{ tensor: "t2", grad_fn: null }],
    call: "k1",
  } as unknown as TraceEvent;

  test("collects ids from nested fields, in the order of the fields", () => {
    expect(idsOf(op, "tensors")).toEqual(["t1", "t2", "t1", "t3", "t1", "t2", "t2"]);
  });

  test("leaves out what is null or missing", () => {
    expect([idsOf(op, "nodes"), idsOf(op, "saved"), idsOf(op, "calls")]).toEqual([[], [], ["k1"]]);
  });

  test("the id that a call gives to itself is no mention", () => {
    expect(idsOf({ kind: "call", call: "k2", parent: "k1" } as unknown as TraceEvent, "calls")).toEqual(["k1"]);
  });
});
