// @vitest-environment jsdom
import { describe, expect, test, vi } from "vitest";
import type { FixResults } from "../../src/page/state";
import type { Fix, FixDetails } from "../../src/trace/contract";
import { fixesOf } from "../../src/ui/fixes";
import { words as wordsOf } from "../support/catalogue";

const FIXES = ["first", "second", "told"].map(
  (key): Fix => ({ key, kind: "unknown", message: key, params: {}, code: key === "told" ? null : `${key}()`, edits: [] }),
);
const result = (verdict: FixDetails["verdict"], more: Partial<FixDetails> = {}): FixDetails => ({
  verdict,
  changed: [],
  exception_type: "",
  ...more,
});

const words = wordsOf("en");

function shown(results: FixResults | undefined, applyFix = vi.fn(), isOld = false): HTMLElement {
  const host = document.createElement("div");
  host.append(...fixesOf(words, { code: "zero()\nrest()", fixes: FIXES, results, isOld }, { applyFix }).map(child => child as Node));
  return host;
}
const items = (host: HTMLElement): string[] => [...host.querySelectorAll("li")].map(item => item.textContent ?? "");

describe("fixes of a diagnosis", () => {
  test("nobody has asked about are told without a button", () => {
    const host = shown(undefined);
    expect(items(host)).toEqual(["first", "second", "told"]);
    expect(host.querySelector("button")).toBeNull();
  });

  test("with code say that they are being tried until the answer is there", () => {
    const host = shown(null);
    expect(items(host)).toEqual(["firstBeing tried…", "secondBeing tried…", "told"]);
    expect(host.querySelector("button")).toBeNull();
  });

  test("apply nothing and say why while the editor holds another program", () => {
    const applyFix = vi.fn();
    const host = shown({ second: result("works") }, applyFix, true);
    const button = host.querySelector("button");
    button?.click();
    expect(applyFix).not.toHaveBeenCalled();
    expect(button?.title).toBe("Off while the editor holds another program: run it first, or undo the change.");
    expect(host.querySelector("p.quiet")?.textContent).toBe(button?.title);
    expect(shown({ second: result("works") }).querySelector("p.quiet")).toBeNull();
  });

  test("that raised when they were tried are not offered, only counted", () => {
    const host = shown({ first: result("raises", { exception_type: "TypeError" }), second: result("changes", { changed: ["h"] }) });
    expect(items(host)).toEqual([expect.stringMatching(/^secondTried: it runs to its end/), "told"]);
    expect(host.querySelector("p.quiet")?.textContent).toBe("One change was tried and is left out: the program then raises TypeError.");
  });

  test("that work come first and alone have a button, which applies their code", () => {
    const applyFix = vi.fn();
    const host = shown({ first: result("unchecked"), second: result("works") }, applyFix);
    expect(items(host)).toEqual([expect.stringMatching(/^secondTried: it works\.Apply and run/), "first", "told"]);
    const buttons = host.querySelectorAll("button");
    expect(buttons).toHaveLength(1);
    buttons[0]?.click();
    expect(applyFix).toHaveBeenCalledWith("second()");
  });

  test("that work show the lines that they change, and others do not", () => {
    const host = shown({ first: result("raises"), second: result("works") });
    const changes = [...host.querySelectorAll("details")];
    expect(changes.map(each => each.querySelector("summary")?.textContent)).toEqual(["Show the 3 lines that it changes"]);
    expect([...(changes[0]?.querySelectorAll("del, ins") ?? [])].map(line => `${line.tagName} ${line.textContent}`)).toEqual([
      "DEL 1zero()\n",
      "DEL 2rest()\n",
      "INS 1second()\n",
    ]);
  });

  test.each([
    [["w.grad", "h"], "gradients differ from before: w.grad, h."],
    [["h"], "values differ from before: h."],
    [[""], "gradients differ from before."],
  ])("that change %j say so", (changed, text) => {
    expect(items(shown({ first: result("changes", { changed }) }))[0]).toBe(`firstTried: it runs to its end, but ${text}`);
  });

  test("that were not run are told as they are", () => {
    expect(items(shown({ first: result("unchecked") }))).toEqual(["first", "second", "told"]);
  });
});
