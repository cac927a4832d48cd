import { zoomIdentity } from "d3-zoom";
import { describe, expect, it } from "vitest";
import { anyView } from "../../src/stage/all-tools";
import { openGroups, placeFilm, reshowFilm, stageFilm } from "../../src/stage/staged-film";
import { SHOWS, type Show } from "../../src/trace/show";
import { anchorOf } from "../../src/ui/stage/anchor";
import { placing } from "../../src/ui/stage/framing";
import { goldenIndex } from "../support/golden";
import { word } from "../support/scenes";

const WINDOW = { width: 712, height: 690 };
const ALL = { x: -1e5, y: -1e5, width: 2e5, height: 2e5 };
const PAIRS = SHOWS.flatMap(from => SHOWS.filter(to => to !== from).map(to => [from, to] as const));

function filmOf(name: string, show: Show) {
  const index = goldenIndex(name);
  return stageFilm(index, WINDOW, word, anyView(index, show));
}

function reshown(film: ReturnType<typeof filmOf>, show: Show) {
  return placeFilm(reshowFilm(film, { story: film.story, show }, word));
}

describe("the thing that stays where it is", () => {
  it.each(PAIRS)("between %s and %s of a film is in both", (from, to) => {
    const before = filmOf("hidden/rnn-buffer-read-back", from);
    const anchor = anchorOf({ film: before, step: 3, selection: null }, reshown(before, to), ALL, null);
    expect(anchor).not.toBeNull();
  });

  it("is what is selected, or the box that it is in", () => {
    const before = filmOf("hidden/rnn-buffer-read-back", "story");
    const id = [...before.scene.vertices.keys()].find(each => before.index.visible.cards.has(each)) ?? expect.fail("no card");
    const after = reshown(before, "overview");
    const anchor = anchorOf({ film: before, step: 0, selection: { kind: "tensor", id } }, after, ALL, null);
    const [from, to] = [before.scene.vertices.get(id), after.scene.vertices.get(after.scene.standsFor(id))];
    expect(anchor).toEqual({ before: { x: from?.x, y: from?.y }, after: { x: to?.x, y: to?.y } });
  });

  it("is not a selected thing that is out of view", () => {
    const before = filmOf("whole/transformer-layer", "all");
    const placed = [...before.scene.vertices.values()];
    const [first, last] = [placed[0] ?? expect.fail("empty"), placed.at(-1) ?? expect.fail("empty")];
    const { width, height } = last.vertex;
    const seen = { x: last.x - width / 2, y: last.y - height / 2, width, height };
    const kind = before.index.nodes.has(first.vertex.id) ? "node" : "tensor";
    const anchor = anchorOf({ film: before, step: 0, selection: { kind, id: first.vertex.id } }, before, seen, null);
    expect(anchor?.before).toEqual({ x: last.x, y: last.y });
  });

  it("is the group that was pressed", () => {
    const before = filmOf("whole/transformer-layer", "all");
    const [group] = before.scene.groups.keys();
    const pressed = group ?? expect.fail("no group is closed");
    const after = openGroups(before, new Set([...before.open, pressed]), word);
    const anchor = anchorOf({ film: before, step: 0, selection: null }, after, ALL, pressed);
    const closed = before.scene.vertices.get(pressed);
    expect(anchor?.before).toEqual({ x: closed?.x, y: closed?.y });
  });
});

describe("a view that keeps a point of the drawing where it was", () => {
  const extent = { width: 2000, height: 400 };

  it("does so exactly where the drawing goes on to both sides", () => {
    expect(placing({ x: 900, y: 200 }, [300, 150], 1, extent, [800, 500]).applyX(900)).toBe(300);
  });

  it("does not go beyond the ends of the drawing", () => {
    const left = placing({ x: 100, y: 200 }, [700, 150], 1, extent, [800, 500]);
    expect(left.applyX(0)).toBe(14);
    const right = placing({ x: 1900, y: 200 }, [100, 150], 1, extent, [800, 500]);
    expect(right.applyX(2000)).toBe(800 - 14);
  });

  it("keeps all of a drawing that is smaller than the window in view", () => {
    expect(placing({ x: 900, y: 200 }, [300, 10], 1, extent, [800, 500]).applyY(0)).toBe(14);
    expect(placing({ x: 900, y: 200 }, [300, 480], 1, extent, [800, 500]).applyY(400)).toBe(500 - 14);
    expect(String(placing({ x: 0, y: 0 }, [9, 9], 1, { width: 780, height: 490 }, [800, 500]))).toBe(String(zoomIdentity.translate(10, 5)));
  });
});
