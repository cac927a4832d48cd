/** Starts the playground: reads the URL, then joins store, editor, stage and views. */
import "../../styles/play.css";
import { flatFormula } from "../dom/formula";
import { loadWords } from "../narration/fluent";
import type { Lang } from "../narration/locale";
import { createActions, type PageActions } from "../page/actions";
import { askedSides, askedTidy, servedAddress } from "../page/address";
import { placeOfFix } from "../page/fixed";
import { currentEntry, followHistory, keepAsked } from "../page/history";
import { installKeyboard } from "../page/keyboard";
import { followNotes } from "../page/notes";
import { createOpener } from "../page/opening";
import { askedFilm, inPlaceOfFilm, shownThrough } from "../page/part";
import { followPieces } from "../page/piece";
import { askedPredict, followPredict } from "../page/predict";
import { keepLang, keepTheme, preferredLang, preferredTheme, shownTheme } from "../page/preferences";
import { askedPresent, nextMoment, togglePresent } from "../page/present";
import { followReadings } from "../page/reading";
import { serverRunner } from "../page/runner";
import { blankPage, isEdited, type Page, type PageStore } from "../page/state";
import { createStore } from "../page/store";
import { titleOf } from "../page/title";
import { storyOf } from "../story/story";
import { MAX_OPENED_THINGS, thingsIn } from "../trace/show";
import { createAbout } from "../ui/about";
import { createCells } from "../ui/cells";
import { createCodePane, type PageCode } from "../ui/codepane";
import { createCompare } from "../ui/compare/compare";
import { copyFormulasAsText } from "../ui/copied-formulas";
import { createDiagnoses } from "../ui/diagnosis";
import { createEmpty } from "../ui/empty";
import { createExamples } from "../ui/examples";
import { createFilmPane } from "../ui/filmpane";
import { createFinder } from "../ui/find";
import { createHeader } from "../ui/header";
import { createHelp } from "../ui/help";
import { createInspector } from "../ui/inspector/inspector";
import { createNarration } from "../ui/narration";
import type { NotesEditor } from "../ui/notes/editor";
import { createNotices } from "../ui/notices";
import { createOutput } from "../ui/output";
import { createPanes } from "../ui/panes";
import { createPasteNotice } from "../ui/paste-notice";
import { createPresent } from "../ui/present";
import { createPrint } from "../ui/print";
import { createReading, isFilmAway } from "../ui/reading";
import { createShare } from "../ui/share/share";
import { createSplitters } from "../ui/splitters";
import type { Stage } from "../ui/stage/stage";
import { createStageBar } from "../ui/stagebar";
import { createStoryBar } from "../ui/storybar";
import { createTimeline } from "../ui/timeline/timeline";
import { createTransport } from "../ui/transport";

function part<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}: templates/play.html and main.ts disagree.`);
  return element as Type;
}

async function start(): Promise<void> {
  const url = new URLSearchParams(location.search);
  const words = await loadWords(preferredLang(url));
  const store: PageStore = createStore<Page>({
    ...blankPage(words),
    theme: preferredTheme(url),
    tidy: askedTidy(url),
    predict: askedPredict(url),
    presenting: askedPresent(url),
  });
  const immediate = createActions(store, () => matchMedia("(prefers-reduced-motion: reduce)").matches, storyOf, serverRunner());
  let opened = Promise.resolve();
  // Run pressed before the first code has arrived runs that code.
  const actions: PageActions = {
    ...immediate,
    run: position => opened.then(() => immediate.run(position)),
    runTo: (cell, position) => opened.then(() => immediate.runTo(cell, position)),
  };
  const editor = createCodePane(part("editor"), store, actions);
  // Before the stage, which is as high as the strips over it leave it: those of the film before are gone when the next one is laid out.
  const compare = createCompare(part<HTMLDialogElement>("compare"), store, actions);
  createNotices(part("notices"), store, actions, compare.open);
  createPasteNotice(part("pasted"), store, actions);
  const stage = createFilmPane(part("stage"), store, actions);
  createChrome(store, actions, editor, stage);
  followTheme(store);
  const open = createOpener(store, immediate);
  opened = open(servedAddress(), askedFilm(url), currentEntry().ran);
  await opened;
  followHistory(store, open);
  const asked = askedSides(url);
  if (asked === null) return;
  // Code in the address is not run before somebody asks for it; asking to compare its cells does.
  if (store.get().film === null && asked.some(({ id }) => id === null)) await actions.run();
  compare.openSides(asked);
}

function createChrome(store: PageStore, actions: PageActions, editor: PageCode, stage: Stage): void {
  const about = createAbout(part<HTMLDialogElement>("about"), store);
  const help = createHelp(part<HTMLDialogElement>("help"), store, about.open);
  const writeNotes = createNotes(store, actions, editor, stage);
  const share = createShare(part<HTMLDialogElement>("share"), store, writeNotes);
  const setLang = async (lang: Lang) => {
    store.set({ words: await loadWords(lang) });
    keepLang(lang);
    keepAsked("lang", lang);
  };
  createHeader(part("header"), store, {
    actions,
    setLang: lang => void setLang(lang),
    toggleTheme: () => toggleTheme(store),
    openHelp: help.open,
    openAbout: about.open,
    openShare: share.open,
  });
  createPanes(part("panes"), part("play"), store, actions);
  createSplitters(part("play"), store);
  createExamples(part("examples"), store, actions);
  createEmpty(part("empty"), store, actions);
  readWhatCannotRun(store, actions, editor);
  createDiagnoses(part("diagnoses"), store, { actions, toLine: editor.toLine, applyFix: code => void applyFix(store, actions, code) });
  createOutput(part("output"), store, actions, editor.toLine);
  createInspector(part("side"), store, actions, editor.toLine);
  createNarration(part("narration"), store, actions, editor.toLine, flatFormula);
  createTransport(part("transport"), store, actions, host => createTimeline(host, store, actions));
  copyFormulasAsText();
  createPrint(part("print"), part("stage"), part("diagnoses"), store);
  focusFilm(store);
  createCells(part("cells"), store, actions);
  const storyBar = createStoryBar(part("story"), store, actions);
  const tools = {
    find: createFinder(part("finder"), store, actions, stage.approach).open,
    fold: () => (mayOpenAll(store.get()) ? void stage.foldAll() : storyBar.refuseAll()),
    fit: stage.fit,
    tidy: () => store.set({ tidy: !store.get().tidy }),
    predict: () => store.set({ predict: !store.get().predict }),
    present: () => togglePresent(store),
  };
  const turn = (direction: 1 | -1) => {
    const moment = nextMoment(store.get(), direction);
    if (!store.get().presenting) actions.goToChapter(direction);
    else if (moment !== null) actions.goTo(moment);
  };
  const leave = () => (store.get().presenting ? store.set({ presenting: false }) : actions.leave());
  const loadSpeaker = async () => (await import("../ui/speaker/speaker")).createSpeaker(store, turn);
  const present = createPresent(part("code"), store, { turn, stage, loadSpeaker });
  followPredict(store, async () =>
    (await import("../ui/predict")).createPredict(part("question"), store, actions, { reframe: stage.reframe }),
  );
  createStageBar(part("tools"), store, tools);
  // On a phone the film stays in its own pane.
  const isAway = () => isFilmAway(store.get()) && !part("stage").checkVisibility();
  installKeyboard({ actions, openHelp: help.open, turn, leave, writeNotes, whilePresenting: present.keys, isFilmAway: isAway, ...tools });
}

/** Errors and pieces of code that are pasted are read. */
function readWhatCannotRun(store: PageStore, actions: PageActions, editor: PageCode): void {
  createReading({ beside: part("reading-beside"), below: part("reading") }, store, { actions, toLine: editor.toText });
  followReadings(store);
  followPieces(store);
}

/** Run a program with one of its fixes, and show the lines that it changed; where that went through, both runs can be compared. */
async function applyFix(store: PageStore, actions: PageActions, code: string): Promise<void> {
  // What the reader has written since is not overwritten.
  if (isEdited(store.get())) return;
  const before = store.get().film?.run;
  // A film of the program up to a cell stays one, and the cells after it stay in the editor.
  const through = shownThrough(store.get());
  actions.setCode(inPlaceOfFilm(store.get(), code));
  await (through === null ? actions.run() : actions.runTo(through));
  const after = store.get().film?.run;
  const film = store.get().film;
  if (!before || !film || after?.code.trimEnd() !== code.trimEnd() || before === after) return;
  const place = placeOfFix(film, before);
  if (place !== null) {
    store.set({ arriving: true });
    actions.look({ show: "story", about: place.about });
    actions.goTo(place.position);
  }
  store.set({ fixed: { before, after } });
}

/** Shows notes where a film has some; the answer opens what they are written in. Both are loaded when they are first wanted. */
function createNotes(store: PageStore, actions: PageActions, code: PageCode, { reframe }: Stage): () => void {
  const { toLine } = code;
  followNotes(store, async () =>
    (await import("../ui/notes/reader")).createReader(part("narration"), part("stage"), store, actions, { toLine, reframe }),
  );
  let editor: Promise<NotesEditor> | null = null;
  return () => {
    editor ??= import("../ui/notes/editor").then(({ createNotesEditor }) => createNotesEditor(part("notes"), store, actions, code.pick));
    void editor.then(({ open }) => open());
  };
}

function toggleTheme(store: PageStore): void {
  const theme = shownTheme(store.get().theme) === "dark" ? "light" : "dark";
  store.set({ theme });
  keepTheme(theme);
  keepAsked("theme", theme);
}

function mayOpenAll({ film }: Page): boolean {
  return film !== null && thingsIn(film.index) <= MAX_OPENED_THINGS;
}

/**
 * After Run the keyboard focus goes to the film, so that Space and the arrow keys play it: when all of the page has changed, since the
 * browser lays out the page to find whether something can have the focus.
 */
function focusFilm(store: PageStore): void {
  store.watch(
    ({ film }) => [film],
    ([film]) => {
      if (!film) return;
      requestAnimationFrame(() => {
        if (document.activeElement?.closest("#header")) part("transport").querySelector<HTMLElement>("[role=slider]")?.focus();
      });
    },
  );
}

function followTheme(store: PageStore): void {
  store.watch(
    page => [page.theme, page.words] as const,
    ([theme, words]) => {
      document.documentElement.lang = words.lang === "zh" ? "zh-CN" : "en";
      if (theme) document.documentElement.dataset.theme = theme;
    },
  );
  store.watch(
    page => [page.words, page.code, page.link, page.film],
    (_, page) => {
      // Before the code is there, the title is the server's.
      if (page.code !== "") document.title = titleOf(page);
    },
  );
}

void start();
