/** Lays out the films of one stage, in the page or in a worker, one at a time. */
import type { BackgroundLayout } from "../../layout/background";
import type { WindowSize } from "../../layout/place";
import { frameWindow } from "../../stage/frame";
import { placeFilm, type StagedFilm, type UnplacedFilm } from "../../stage/staged-film";

export interface FilmLayoutOptions {
  /** Lays out what is large; without it the page does not respond meanwhile. */
  readonly background?: BackgroundLayout;
  /** Whether the reader wants few crossings rather than the order of execution; needs `background`. */
  readonly tidy?: () => boolean;
  /** Called with the number of things that are being laid out in the background, and with null when that is over. */
  readonly onLayout?: (things: number | null) => void;
}

export type FilmLayout = (film: UnplacedFilm, done: (film: StagedFilm) => void) => void;

/** Laying out a film cancels the one before it. */
export function createFilmLayout({ background, tidy, onLayout = () => {} }: FilmLayoutOptions): FilmLayout {
  return (film, done) => {
    const things = film.shown.vertices.length;
    background?.cancel();
    onLayout(null);
    const wantsTidy = tidy?.() === true && film.show !== "overview";
    if (background === undefined || (!wantsTidy && things < background.minVertices)) {
      done(placeFilm(film));
      return;
    }
    onLayout(things);
    background.layOut(film.shown, film.windowSize, wantsTidy, scene => {
      onLayout(null);
      done(placeFilm(film, scene));
    });
  };
}

/** Measure the time that the layout took, for profilers and benchmarks/page.py. */
export function timed(work: (done: (act: () => void) => void) => void): void {
  const start = performance.now();
  work(act => {
    performance.clearMeasures("gradreel:layout");
    performance.measure("gradreel:layout", { start });
    act();
  });
}

/** A small film is spread over the window in which it is opened; inside an article the height of that window is not asked for. */
export function windowSizeOf(host: HTMLElement, framed: boolean): WindowSize {
  if (framed) return frameWindow(host.clientWidth);
  const { width, height } = host.getBoundingClientRect();
  return { width: Math.max(340, Math.min(712, width - 28)), height: height > 0 ? Math.min(690, height - 64) : 420 };
}
