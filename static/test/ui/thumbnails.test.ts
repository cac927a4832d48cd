/**
 * The examples menu shows each program's picture, drawn ahead of time from the golden traces into src/thumbnails.gen.json.
 *
 * `npm run thumbnails` draws them anew. They are tiny and decorative: a test asks that each example has one, not that it is the latest.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Scene } from "../../src/layout/scene";
import { stageFilm } from "../../src/stage/staged-film";
import type { TraceIndex } from "../../src/trace/index";
import { words } from "../support/catalogue";
import { goldenIndex, goldenNames } from "../support/golden";

const FILE = join(import.meta.dirname, "../../src/thumbnails.gen.json");
const WINDOW = { width: 712, height: 430 };
const [WIDTH, HEIGHT] = [104, 62];

const KINDS: Readonly<Record<string, string>> = { card: "t", op: "o", node: "n", accumulate: "n", grad: "g", group: "o", nodes: "n" };

/** `kind x y width height` of each mark, in pixels of the thumbnail; a line has its ends instead. */
function thumbnail(index: TraceIndex, { width, height, lanes, vertices, edges, links }: Scene): string {
  const scale = Math.min(WIDTH / width, HEIGHT / height);
  const [left, top] = [(WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2];
  const mark = (kind: string, x: number, y: number, w: number, h: number) =>
    [kind, left + x * scale, top + y * scale, w * scale, h * scale]
      .map(item => (typeof item === "number" ? Math.round(item) : item))
      .join(" ");
  const line = (kind: string, from: { x: number; y: number }, to: { x: number; y: number }) =>
    mark(kind, from.x, from.y, to.x - from.x, to.y - from.y);
  const edited = new Set(index.visible.chips.map(chip => chip.host));
  const failed = index.run.events.findLast(event => event.kind === "raise");
  const boxes = [...vertices.values()].map(({ vertex, x, y }) => {
    const kind = edited.has(vertex.id) ? "e" : failed?.kind === "raise" && failed.node === vertex.id ? "f" : (KINDS[vertex.kind] ?? "o");
    return mark(kind, x - vertex.width / 2, y - vertex.height / 2, vertex.width, vertex.height);
  });
  const flows = edges.flatMap(({ edge }) => {
    const [from, to] = [vertices.get(edge.from), vertices.get(edge.to)];
    return from && to && edge.kind !== "edit" ? [line(edge.kind === "next" ? "b" : "a", from, to)] : [];
  });
  const stale = links
    .filter(({ link }) => link.incident)
    .map(({ link, from, to }) => line(link.saves.some(id => index.timelines.staleAt.has(id)) ? "s" : "v", from, to));
  return [...lanes.map(lane => mark("l", lane.x, lane.y, lane.width, lane.height)), ...flows, ...stale, ...boxes].join(";");
}

function drawAll(): Readonly<Record<string, string>> {
  const word = words("en").word;
  const entries = goldenNames().map(name => {
    const index = goldenIndex(name);
    return [name.split("/")[1] ?? name, thumbnail(index, stageFilm(index, WINDOW, word).scene)] as const;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}

test("every built-in example has a thumbnail of marks within its frame", async () => {
  const drawn = drawAll();
  if (process.env.THUMBNAILS === "write") writeFileSync(FILE, `${JSON.stringify(drawn, null, 1)}\n`);
  const { default: kept } = (await import("../../src/thumbnails.gen.json")) as { default: Readonly<Record<string, string>> };
  expect(Object.keys(drawn).filter(id => !kept[id])).toEqual([]);
  for (const marks of Object.values(kept)) {
    for (const mark of marks.split(";")) {
      expect(mark).toMatch(/^[letonfgabsv]( -?\d+){4}$/);
      const [x = 0, y = 0] = mark.split(" ").slice(1).map(Number);
      expect(x >= -1 && x <= WIDTH + 1 && y >= -1 && y <= HEIGHT + 1).toBe(true);
    }
  }
});
