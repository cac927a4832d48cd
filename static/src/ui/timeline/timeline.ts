/**
 * The timeline of the playground: the scrubber's rail with one mark per chapter below it, rounds that repeat themselves folded into one
 * mark, how many steps a story leaves out, and what is kept for backward where that is more than a few KiB.
 */
import type { PageActions } from "../../page/actions";
import { type Page, type PageStore, shownPositions } from "../../page/state";
import { openedOn, shownParts } from "../../page/timeline";
import type { Film } from "../../trace/film";
import type { ScrubberLook } from "../scrubber";
import { type Track, trackFor } from "../ticks";
import { axisOf, type PartedAxis } from "./axis";
import { createChapterMarks } from "./chapter-marks";
import { createMemoryLane } from "./memory-lane";
import { drawParts } from "./part-track";

/** Height of the rail; the marks stand below it. */
const RAIL_HEIGHT_PX = 30;

interface PartedTrack extends Track {
  readonly axis: PartedAxis;
}

export function createTimeline(host: HTMLElement, store: PageStore, actions: PageActions): ScrubberLook {
  const trackAt = createTracks();
  const marks = createChapterMarks(host, store, actions);
  const memory = createMemoryLane(host, store);
  return {
    height: RAIL_HEIGHT_PX,
    track: (page, film, width) => trackAt(page, film, width),
    draw: (page, film, width) => {
      const track = trackAt(page, film, width);
      marks.draw(page, film, track.axis);
      memory.draw(page, track, width);
      return drawParts(track, width);
    },
  };
}

/** It is asked for at every step, and is the same until what is shown or open changes. */
function createTracks(): (page: Page, film: Film, width: number) => PartedTrack {
  let known: { readonly of: readonly unknown[]; readonly track: PartedTrack } | null = null;
  return (page, film, width) => {
    const { timeline, story, show } = page;
    const of = [film, timeline, story, show, width];
    if (known?.of.every((value, at) => value === of[at])) return known.track;
    const track = trackFor(film, shownPositions(page));
    const axis = axisOf(shownParts(page, film), track.positions, width, openedOn(page, film).chapter);
    known = { of, track: { ...track, axis } };
    return known.track;
  };
}
