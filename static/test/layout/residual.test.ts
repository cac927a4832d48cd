/** Cards beside a closed group that both makes and reads them: the graph that is laid out then has a cycle. */
import { expect, it } from "vitest";
import { openAll } from "../../src/fold/folding";
import { overlap, roomOf, type Scene } from "../../src/layout/scene";
import { openGroups, stageFilm } from "../../src/stage/staged-film";
import { buildIndex } from "../../src/trace/index";
import { residual } from "../support/residual";
import { word } from "../support/scenes";

function overlapping({ vertices }: Scene): string[] {
  const rooms = [...vertices].map(([id, placed]) => [id, roomOf(placed)] as const);
  return rooms.flatMap(([a, room], at) => rooms.slice(at + 1).flatMap(([b, other]) => (overlap(room, other) ? [`${a} × ${b}`] : [])));
}

it.each(Array.from({ length: 15 }, (_, more) => more + 2))("%i residual blocks have no box over another, folded or not", blocks => {
  const film = stageFilm(buildIndex(residual(blocks)), { width: 712, height: 690 }, word);
  const folded = [film, openGroups(film, new Set(), word), openGroups(film, openAll(film.tree), word)];
  for (const { scene } of folded) expect(overlapping(scene)).toEqual([]);
});
