// Measures, in the page, what of a film can be seen and read. `marks` names what explains the failure: the edited tensor and its line, the
// saved tensor, the node, each null where the failure has none; see measure.py for what comes back.
window.readability = marks => {
  const host = document.querySelector("#stage");
  const frame = clip(host.getBoundingClientRect(), { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  const things = [...host.querySelectorAll(".thing")].filter(isDrawn);
  const boxes = things.filter(thing => !thing.matches(".handle")).map(thing => ({ thing, rect: boxOf(thing) }));
  const texts = [...host.querySelectorAll("text")].filter(text => text.textContent.trim() !== "" && isDrawn(text));
  const inView = texts.filter(text => share(text.getBoundingClientRect()) > 0.5);
  const found = [editOf(), linkOf(), nodeOf()];
  return {
    edit: found[0] && share(found[0].getBoundingClientRect()),
    link: found[1] && shareOfLine(found[1].querySelector("path")),
    node: found[2] && share(found[2].getBoundingClientRect()),
    keyText: smallest(inView.filter(text => found.some(each => each?.contains(text)) || isTagOfLink(text.closest(".tag")))),
    text: smallest(inView),
    things: host.querySelectorAll(".thing:is(.card, .op, .node, .group, .pill, .block)").length,
    overlaps: overlapping(),
    covered: covered(),
    badgesOverCode: badgesOverCode(),
    canvas: host.querySelector("canvas") !== null,
  };

  function isDrawn(element) {
    return element.closest(".is-hidden") === null && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  }

  function clip(a, b) {
    const [left, top] = [Math.max(a.left, b.left), Math.max(a.top, b.top)];
    const [right, bottom] = [Math.min(a.right, b.right), Math.min(a.bottom, b.bottom)];
    return { left, top, right, bottom, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
  }

  // What lies over the stage, such as its tools, hides what is below.
  function isSeen(x, y) {
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return false;
    const top = document.elementFromPoint(x, y);
    return top === null || host.contains(top) || top.contains(host);
  }

  function share(rect) {
    const points = Array.from({ length: 100 }, (_, at) => [(at % 10) + 0.5, Math.floor(at / 10) + 0.5]);
    return points.filter(([x, y]) => isSeen(rect.left + (rect.width * x) / 10, rect.top + (rect.height * y) / 10)).length / 100;
  }

  function shareOfLine(path) {
    const points = pointsOf(path, 40);
    return points.filter(([x, y]) => isSeen(x, y)).length / points.length;
  }

  function pointsOf(path, count) {
    const [length, matrix] = [path.getTotalLength(), path.getScreenCTM()];
    return Array.from({ length: count + 1 }, (_, at) => {
      const { x, y } = path.getPointAtLength((length * at) / count).matrixTransform(matrix);
      return [x, y];
    });
  }

  function editOf() {
    if (marks.line === null) return null;
    const chips = things.filter(thing => thing.matches(".chip"));
    const ofLine = chips.filter(chip => chip.dataset.id.includes(`:${marks.line}:`) || new RegExp(`:${marks.line}$`).test(chip.dataset.id));
    return ofLine.find(chip => chip.dataset.id.includes(`:${marks.tensor}:`)) ?? ofLine[0] ?? things.find(thing => thing.matches(".is-edited"));
  }

  function linkOf() {
    if (marks.saved === null) return null;
    const links = [...host.querySelectorAll(".link")].filter(isDrawn);
    return links.find(link => link.dataset.id === marks.saved) ?? links.find(link => link.matches(".is-stale, .is-failed"));
  }

  function nodeOf() {
    if (marks.node === null) return null;
    return things.find(thing => thing.dataset.id === marks.node) ?? things.find(thing => thing.matches(".is-failing"));
  }

  function isTagOfLink(tag) {
    return tag !== null && marks.saved !== null && tag.dataset.id === marks.saved;
  }

  function smallest(list) {
    const sizes = list.map(text => {
      const { a, b } = text.getScreenCTM();
      return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    });
    return sizes.length === 0 ? null : Math.min(...sizes);
  }

  function boxOf(thing) {
    return (thing.querySelector(".box:not(.behind)") ?? thing).getBoundingClientRect();
  }

  function overlapping() {
    const found = [];
    boxes.forEach((one, at) => {
      for (const other of boxes.slice(at + 1)) {
        const { width, height } = clip(one.rect, other.rect);
        if (width > 2 && height > 2) found.push(`${nameOf(one.thing)} × ${nameOf(other.thing)}`);
      }
    });
    return found;
  }

  // A line is over a text when it is drawn later, or when the text has no box of its own that hides what is behind; a box, when it is later.
  function covered() {
    const lines = [...host.querySelectorAll(":is(.edge, .link) path.line")].filter(isDrawn);
    const drawn = lines.map(line => ({ line, points: pointsOf(line, Math.min(400, Math.ceil(line.getTotalLength() / 3))) }));
    const found = [];
    for (const text of inView) {
      const [rect, thing] = [inner(text.getBoundingClientRect()), text.closest(".thing")];
      const behind = thing !== null && contains(boxOf(thing), rect);
      const line = drawn.find(({ line, points }) => (!behind || isLater(line, text)) && points.some(([x, y]) => isInside(rect, x, y)));
      const box = boxes.find(({ thing: other, rect: over }) => other !== thing && isLater(other, text) && overlapsMuch(clip(over, rect)));
      if (line) found.push(`${nameOf(line.line.parentNode)} over "${text.textContent}"`);
      if (box) found.push(`${nameOf(box.thing)} over "${text.textContent}"`);
    }
    return found;
  }

  function overlapsMuch({ width, height }) {
    return width > 2 && height > 2;
  }

  // A line through the empty edge of a text's box is not over its letters.
  function inner({ left, top, right, bottom, width, height }) {
    return { left: left + 1, right: right - 1, top: top + height * 0.2, bottom: bottom - height * 0.2, width: width - 2, height: height * 0.6 };
  }

  function contains(outer, rect) {
    return outer.left <= rect.left && outer.right >= rect.right && outer.top <= rect.top && outer.bottom >= rect.bottom;
  }

  function isInside(rect, x, y) {
    return x > rect.left && x < rect.right && y > rect.top && y < rect.bottom;
  }

  function isLater(element, than) {
    return (than.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  }

  function nameOf(element) {
    return `${element.getAttribute("class").split(" ").slice(0, 2).join(" ")} ${element.dataset.id}`;
  }

  function badgesOverCode() {
    const over = line => {
      const badges = [...line.querySelectorAll(".badge")].map(badge => badge.getBoundingClientRect());
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT, node =>
        node.parentElement.closest(".badges, .badge") || node.data.trim() === "" ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
      );
      const range = document.createRange();
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        range.selectNodeContents(node);
        if (badges.some(badge => overlapsMuch(clip(badge, range.getBoundingClientRect())))) return true;
      }
      return false;
    };
    const lines = document.querySelector("#editor")?.shadowRoot?.querySelectorAll(".cm-line") ?? [];
    return [...lines].filter(over).length;
  }
};

const FRAME_MS = 1000 / 60;

// Plays the film from its first step by the page's own timers, run one after another without waiting; answers in seconds of the film.
// d3-timer sleeps by setTimeout, and wakes up by the clock and, where there is little to wait, by the browser's next frame.
window.playThrough = async patience => {
  const button = document.querySelector("#transport .play");
  const slider = document.querySelector("#transport [role=slider]");
  const [set, clear, clock] = [window.setTimeout, window.clearTimeout, performance.now.bind(performance)];
  const [waiting, began] = [new Map(), clock()];
  let [now, next] = [0, 1e9];
  performance.now = () => began + now;
  window.setTimeout = (act, delay = 0, ...rest) => {
    waiting.set(++next, { due: now + delay, act: () => act(...rest) });
    return next;
  };
  window.clearTimeout = id => (waiting.delete(id) ? undefined : clear(id));
  const label = button.getAttribute("aria-label");
  button.click();
  while (button.getAttribute("aria-label") !== label || now === 0) {
    if (waiting.size === 0) {
      await new Promise(done => requestAnimationFrame(done));
      now += FRAME_MS;
    } else {
      const [id, { due, act }] = [...waiting].reduce((one, other) => (other[1].due < one[1].due ? other : one));
      waiting.delete(id);
      now = Math.max(now, due);
      act();
      await new Promise(done => set(done));
    }
    if (clock() - began > patience) break;
  }
  const ended = button.getAttribute("aria-label") === label;
  if (!ended) button.click();
  window.setTimeout = set;
  window.clearTimeout = clear;
  delete performance.now;
  const part = Number(slider.getAttribute("aria-valuenow")) / Number(slider.getAttribute("aria-valuemax"));
  return { seconds: now / 1000 / (ended ? 1 : part), whole: ended };
};
