import { describe, expect, it } from "vitest";
import { addressAt } from "../../src/page/address";
import { type Entry, entryFor, type Shown } from "../../src/page/history";
import type { Show } from "../../src/trace/show";

const at = (address: string, ran = false): Entry => ({ url: new URL(address, "http://test"), ran });
const asShown = { tidy: false, show: "story", about: null, cell: null, notes: null, through: null } as const;
const shows = (path: string, position: number | null, hash = "", tidy = false): Shown => ({ ...asShown, path, hash, position, tidy });
const views = (path: string, position: number, show: Show, about: string | null = null): Shown => ({
  ...shows(path, position),
  show,
  about,
});

describe("the address of what is shown", () => {
  it.each<[string, Entry, Shown, string, boolean]>([
    ["a film replaces the address without its step", at("/e/mlp"), shows("/e/mlp", 4), "/e/mlp?step=5", false],
    ["the next step shares the entry", at("/e/mlp?step=5", true), shows("/e/mlp", 5), "/e/mlp?step=6", false],
    ["a jump is a new entry", at("/e/mlp?step=5", true), shows("/e/mlp", 9), "/e/mlp?step=10", true],
    ["another film is a new entry", at("/e/mlp?step=5", true), shows("/e/rnn", 0), "/e/rnn?step=1", true],
    ["edited code is a new entry without a step", at("/e/mlp?step=5", true), shows("/", null, "#code=a"), "/#code=a", true],
    ["code that is being written shares an entry", at("/#code=a"), shows("/", null, "#code=b"), "/#code=b", false],
    ["code that was run keeps its entry", at("/?step=2#code=a", true), shows("/", null, "#code=b"), "/#code=b", true],
    ["an example that is opened leaves the draft its entry", at("/#code=a"), shows("/e/mlp", null), "/e/mlp", true],
    [
      "language, theme and layout stay",
      at("/e/mlp?lang=zh&theme=dark&tidy=1"),
      shows("/e/rnn", 0, "", true),
      "/e/rnn?lang=zh&theme=dark&tidy=1&step=1",
      true,
    ],
    ["a layout that is chosen is no new entry", at("/e/mlp?step=5", true), shows("/e/mlp", 4, "", true), "/e/mlp?step=5&tidy=1", false],
    ["a cell is named beside its step", at("/s/a?step=5", true), { ...shows("/s/a", 5), cell: 3 }, "/s/a?step=6&cell=3", false],
    ["a program without cells names none", at("/s/a?step=5&cell=3", true), shows("/s/b", 0), "/s/b?step=1", true],
    ["the whole program is a new entry", at("/e/mlp?step=5", true), views("/e/mlp", 4, "all"), "/e/mlp?step=5&show=all", true],
    ["the story again is one as well", at("/e/mlp?step=5&show=all", true), views("/e/mlp", 4, "story"), "/e/mlp?step=5", true],
    [
      "the story of a gradient is named",
      at("/e/mlp?step=5", true),
      views("/e/mlp", 5, "story", "t3.grad"),
      "/e/mlp?step=6&show=story&about=t3.grad",
      true,
    ],
    ["a run to a cell is a new entry", at("/s/a?step=5&cell=3", true), { ...shows("/s/a", 5), through: 2 }, "/s/a?step=6&through=2", true],
    ["a run of all of it names no cell", at("/s/a?step=5&through=2", true), shows("/s/a", 4), "/s/a?step=5", true],
    [
      "code behind the cell that was run to shares its entry",
      at("/?step=2&through=1#code=a", true),
      { ...shows("/", 1, "#code=b"), through: 1 },
      "/?step=2&through=1#code=b",
      false,
    ],
    ["a film that opens keeps what was asked for", at("/e/mlp?show=all"), views("/e/mlp", 4, "all"), "/e/mlp?show=all&step=5", false],
    ["an unknown view goes with the first step", at("/e/mlp?show=most"), views("/e/mlp", 4, "story"), "/e/mlp?step=5", false],
    ["the old way to ask for an example becomes its address", at("/?example=mlp"), shows("/e/mlp", 4), "/e/mlp?step=5", false],
  ])("%s", (_, now, shown, address, isNew) => {
    const entry = entryFor(now, shown);
    expect([entry?.url.href.slice("http://test".length), entry?.isNew]).toEqual([address, isNew]);
  });

  it.each<[string, Entry, Shown]>([
    ["the same step of the same film", at("/e/mlp?step=5", true), shows("/e/mlp", 4)],
    ["a film that is not there yet", at("/e/mlp?step=5"), shows("/e/mlp", null)],
    ["a view of a film that is not there yet", at("/e/mlp?show=all&about=t3"), shows("/e/mlp", null)],
  ])("stays for %s", (_, now, shown) => {
    expect(entryFor(now, shown)).toBeNull();
  });
});

describe("an address names", () => {
  it.each([
    ["/e/edit-after-save?step=3", { kind: "example", id: "edit-after-save", film: null }],
    ["/s/1m6vcjw5a4", { kind: "link", id: "1m6vcjw5a4", film: "/s/1m6vcjw5a4.json" }],
    ["/?step=3#code=abc_-1", { kind: "code", packed: "abc_-1" }],
    ["/#code=<script>", { kind: "plain" }],
    ["/", { kind: "plain" }],
  ])("%s", (address, named) => {
    expect(addressAt(new URL(address, "http://test"))).toEqual(named);
  });
});
