import { describe, expect, test } from "vitest";
import { textOf } from "../../src/narration/locale";
import { pictureAt } from "../../src/picture/picture-at";
import { openScene } from "../../src/stage/staged-film";
import { WHOLE } from "../../src/stage/view";
import { windowedPicture } from "../../src/still/crop";
import { makeFilm } from "../../src/trace/film";
import { words } from "../support/catalogue";
import { goldenNames, goldenRun } from "../support/golden";

const WINDOW = { width: 300, height: 240 };
const { parts } = words("en");
const word = (key: string, params?: Record<string, string | number>) => textOf(parts(key, params));

const cases = goldenNames()
  .filter(name => name.startsWith("whole/"))
  .map(name => {
    const film = makeFilm(goldenRun(name));
    return { name, film, scene: openScene(film.index, { width: 712, height: 560 }, word, WHOLE) };
  });

describe("a picture that is cut to a window", () => {
  test.each(cases)("shows of $name what the whole picture shows there, and nothing hidden", ({ film, scene }) => {
    for (let position = 0; position <= film.last; position += 5) {
      const whole = pictureAt(film.index, scene, position, null, word);
      const { picture, window } = windowedPicture(film.index, scene, position, word, WINDOW);
      expect(window.width).toBeLessThanOrEqual(WINDOW.width);
      expect(picture.focus).toEqual(whole.focus);
      expect(picture.things.filter(({ hidden }) => hidden)).toEqual([]);
      expect(picture.edges.filter(({ phase }) => phase === "hidden")).toEqual([]);
      const seen = whole.things.filter(({ hidden, x, y, width, height }) => {
        const across = x < window.x + window.width && window.x < x + width;
        return !hidden && across && y < window.y + window.height && window.y < y + height;
      });
      expect(picture.things).toEqual(seen);
    }
  });
});
