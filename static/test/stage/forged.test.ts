/** Pictures of films whose ids, events and names are replaced at random: always a picture of bounded size, of what is in the film. */
import { describe, expect, it } from "vitest";
import { narrate } from "../../src/narration/narration";
import { pictureAt } from "../../src/picture/picture-at";
import { anyView } from "../../src/stage/all-tools";
import { openGroups, type StagedFilm, stageFilm } from "../../src/stage/staged-film";
import { type Film, makeFilm } from "../../src/trace/film";
import { MAX_THINGS, type Show, thingsIn } from "../../src/trace/show";
import { words } from "../support/catalogue";
import { forged } from "../support/forged";
import { goldenNames, goldenRun, storyKinds, storyRun } from "../support/golden";
import { sample } from "../support/long";
import { word } from "../support/scenes";

const english = words("en");
const WINDOW = { width: 665, height: 639 };
const MAX_OVERVIEW = 40;
const SHARES = [0.02, 0.2, 0.7];
const SEEDS = [1, 2, 3];

/** One seed for each film and share, so that the films of one share are spread over the seeds, and those of one film as well. */
function seedOf(film: number, share: number): number {
  return SEEDS[(film + SHARES.indexOf(share)) % SEEDS.length] ?? 1;
}

function staged(film: Film, show: Show, about: string | null): StagedFilm {
  return stageFilm(film.index, WINDOW, word, anyView(film.index, show, about));
}

/** What holds of any picture, whatever the film says. */
function check(film: Film, shown: StagedFilm): void {
  const { scene, index, graph, story, show } = shown;
  const drawn = new Set(graph.vertices.map(({ id }) => id));
  if (show === "story") {
    expect(scene.vertices.size).toBeLessThanOrEqual(MAX_THINGS);
    expect(scene.vertices.size).toBeGreaterThan(0);
    for (const id of story?.kept ?? []) expect(drawn.has(id), `${id} is kept and is not in the film`).toBe(true);
    for (const { group } of scene.groups.values()) if (group.kind === "leaves") expect(group.ops, group.label).toBeGreaterThan(0);
    for (const position of story?.positions ?? []) expect(index.steps[position], `step ${position}`).toBeDefined();
  } else if (show === "overview") expect(scene.vertices.size).toBeLessThanOrEqual(MAX_OVERVIEW);
  for (const { edge } of scene.edges) for (const id of [edge.from, edge.to]) expect(scene.vertices.has(id), `end ${id}`).toBe(true);
  for (const { vertex, x, y } of scene.vertices.values()) expect([x, y, vertex.width].every(Number.isFinite), vertex.id).toBe(true);
  for (const position of [0, film.keyPosition, film.last]) {
    pictureAt(index, scene, position, null, word);
    narrate(film, position, english);
  }
}

function checkAll(film: Film, abouts: readonly (string | null)[]): void {
  for (const about of abouts) check(film, staged(film, "story", about));
  for (const show of ["overview", "all"] as const) {
    const shown = staged(film, show, null);
    check(film, shown);
    const [group] = [...shown.scene.groups.keys()];
    if (group !== undefined) check(film, openGroups(shown, new Set([...shown.open, group]), word));
  }
}

it.each(sample(storyKinds()))("the story of %s is a picture of what is in its film", kind => {
  checkAll(makeFilm(storyRun(kind)), [null, "d1"]);
});

describe.each(SHARES)("a film in which %d of the ids, events and names are others", share => {
  it.each(sample(storyKinds(), SHARES.indexOf(share)))("still has pictures, made from one that fails with %s", kind => {
    const seed = seedOf(storyKinds().indexOf(kind), share);
    checkAll(makeFilm(forged(storyRun(kind), seed, share)), [null, "d1", "t5", "t5.grad", "d99"]);
  });

  const large = goldenNames().filter(name => thingsIn(makeFilm(goldenRun(name)).index) > MAX_THINGS);
  it.each(sample(large, SHARES.indexOf(share)))("still has pictures, made from %s", name => {
    checkAll(makeFilm(forged(goldenRun(name), seedOf(large.indexOf(name), share), share)), [null, "t1"]);
  });
});
