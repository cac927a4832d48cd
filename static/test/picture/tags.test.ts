import { describe, expect, test } from "vitest";
import type { GraphLink } from "../../src/graph/graph";
import { keySave } from "../../src/picture/tags";
import type { TraceIndex } from "../../src/trace/index";
import type { FilmState } from "../../src/trace/state";

const LINK = { id: "s1", saves: ["s1", "s2", "s3"] } as unknown as GraphLink;
const phases = (of: Record<string, string>, failed: string | null = null): FilmState =>
  ({ saved: (id: string) => of[id], failure: failed === null ? null : { saved: failed } }) as unknown as FilmState;
const told = (...saves: (string | null)[]): TraceIndex =>
  ({ run: { diagnoses: saves.map(saved => ({ saved })) } }) as unknown as TraceIndex;

describe("the save whose versions a link of several saves shows", () => {
  test("is the one that the card tells, of those in the same state", () => {
    expect(keySave(LINK, phases({ s1: "stale", s2: "stale", s3: "fresh" }), told(null, "s2"))).toBe("s2");
    expect(keySave(LINK, phases({ s1: "failed", s2: "failed", s3: "failed" }, "s3"), told("s2", "s3"))).toBe("s3");
  });

  test("is one in the worst state where the card tells of none of them", () => {
    expect(keySave(LINK, phases({ s1: "fresh", s2: "stale", s3: "failed" }), told("s1"))).toBe("s3");
    expect(keySave(LINK, phases({ s1: "fresh", s2: "stale", s3: "stale" }), told())).toBe("s2");
  });
});
