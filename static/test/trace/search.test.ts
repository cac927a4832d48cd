import { describe, expect, test } from "vitest";
import { makeFilm } from "../../src/trace/film";
import { search } from "../../src/trace/search";
import { failing } from "../support/trace";

const film = makeFilm(failing);

describe("search", () => {
  test("a name that begins with the query comes before one that contains it", () => {
    expect(search(film, "m").map(found => found.name)).toEqual(["MmBackward0", "MvBackward0", "AccumulateGrad"]);
  });

  test("a tensor is found by its shape and by its line", () => {
    expect(search(film, "[2, 1]").map(found => found.name)).toEqual(["w"]);
    expect(search(film, "6").map(found => found.name)).toEqual(["f", "MvBackward0"]);
  });

  test("a query without a match finds nothing", () => {
    expect(search(film, "zebra")).toEqual([]);
  });
});
