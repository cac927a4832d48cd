// @vitest-environment jsdom
import { describe, expect, test, vi } from "vitest";
import { createCode } from "../../src/entries/embed/code";
import type { Actions } from "../../src/page/actions";
import { blankPage, type Page } from "../../src/page/state";
import { createStore } from "../../src/page/store";
import type { Run } from "../../src/trace/contract";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { inTwoFiles } from "../support/files";
import { failing } from "../support/trace";

// What every browser has and jsdom does not.
document.adoptedStyleSheets = [];
vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
  },
);

const MODEL = "/home/me/模型/model.py";
/** The edit and backward() are in train.py no more. */
const both = inTwoFiles(failing, 7, MODEL);

function opened(run: Run, position = 0) {
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  const went: number[] = [];
  const store = createStore<Page>({ ...blankPage(words("en")), code: run.code });
  const pane = createCode(host, store, { goTo: (step: number) => went.push(step) } as unknown as Actions);
  store.set({ film: makeFilm(run), position });
  const tabs = [...host.querySelectorAll<HTMLElement>("[role=tab]")];
  return { host, store, pane, went, tabs, chosen: () => host.querySelector("[aria-selected=true]")?.textContent };
}

function lastStep(run: Run): number {
  return makeFilm(run).last;
}

describe("the code beside a film", () => {
  test("of one file has no tabs", () => {
    const { host, tabs } = opened(failing);
    expect(tabs).toEqual([]);
    expect(host.querySelector("[role=tabpanel]")).toBeNull();
    expect(host.querySelectorAll("li")).toHaveLength(8);
  });

  test("has no tab for a file whose text the film does not hold", () => {
    const [main, model] = both.files ?? [];
    const settings = { path: "settings.py", name: "settings.py", text: "" };
    const events = both.events.map(event => (event.file === 1 ? { ...event, file: 2 } : event));
    const { tabs, store, chosen } = opened({ ...both, events, files: [main, settings, model] } as Run);
    expect(tabs.map(tab => tab.textContent)).toEqual(["train.py", "model.py"]);
    store.set({ position: lastStep(both) });
    expect(chosen()).toBe("model.py");
    tabs[1]?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    expect(chosen()).toBe("train.py");
  });

  test("of two files has a tab for each, with its path, and follows the step", () => {
    const { host, store, tabs, chosen } = opened(both);
    expect(tabs.map(tab => [tab.textContent, tab.title])).toEqual([
      ["train.py", "/home/me/train.py"],
      ["model.py", MODEL],
    ]);
    expect(chosen()).toBe("train.py");
    store.set({ position: lastStep(both) });
    expect(chosen()).toBe("model.py");
    expect(host.querySelector("[aria-current=step]")?.textContent).toContain("f.backward()");
    expect(host.querySelectorAll("li")).toHaveLength(2);
    expect(host.querySelector("[role=tabpanel]")?.getAttribute("aria-labelledby")).toBe("file-1");
  });

  test("marks each file on its own lines", () => {
    const { host, tabs } = opened(both, lastStep(both));
    const signs = () => [...host.querySelectorAll("li")].map(row => [...row.classList].find(name => name.startsWith("is-")) ?? "");
    expect(signs()).toEqual(["is-edited", "is-raises"]);
    tabs[0]?.click();
    expect(signs()).toEqual(["", "", "", "", "", "is-saved"]);
  });

  test("is reached by the arrow keys, which the film does not get then", () => {
    const { host, tabs, chosen } = opened(both);
    const press = (key: string) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
      (document.activeElement ?? host).dispatchEvent(event);
      return event.defaultPrevented;
    };
    tabs[0]?.focus();
    expect([press("ArrowRight"), chosen(), document.activeElement?.textContent]).toEqual([true, "model.py", "model.py"]);
    expect([press("ArrowRight"), chosen()]).toEqual([true, "train.py"]);
    expect([press("End"), chosen(), press("Home"), chosen()]).toEqual([true, "model.py", true, "train.py"]);
    expect(press("ArrowDown")).toBe(false);
    expect(tabs.map(tab => tab.tabIndex)).toEqual([0, -1]);
  });

  test("goes to the step of a line of the file that is shown", () => {
    const { host, tabs, went, pane } = opened(both);
    pane.toLine(1, 1);
    host.querySelectorAll("li")[1]?.click();
    const steps = makeFilm(both).index.steps;
    expect(steps[went[0] ?? -1]).toMatchObject({ line: 2, file: 1 });
    tabs[0]?.click();
    host.querySelectorAll("li")[1]?.click();
    expect(went).toHaveLength(1);
  });
});
