import { describe, expect, test } from "vitest";
import { makeFilm } from "../../src/trace/film";
import { search } from "../../src/trace/search";
import { failing } from "../support/trace";

const film = makeFilm(failing);

describe("search", () => {
  test("the node that raised comes first, then names that begin with the query, then those that contain it", () => {
    expect(search(film, "m").map(found => found.name)).toEqual(["MvBackward0", "MmBackward0", "AccumulateGrad"]);
  });

  test("a tensor is found by its shape and by its line", () => {
    expect(search(film, "[2, 1]").map(found => found.name)).toEqual(["w"]);
    expect(search(film, "6").map(found => found.name)).toEqual(["MvBackward0", "f"]);
  });

  test("a query without a match finds nothing", () => {
    expect(search(film, "zebra")).toEqual([]);
  });
});
