### Every sentence a reader sees. Used by Python (fluent.runtime) and by the page (@fluent/bundle) alike.
### One section per owner; keys are lower-case words joined by hyphens and start with the section's word.

## page: chrome of the playground

page-examples = Examples
page-learn = Lessons
page-examples-filter = Find an example
page-examples-none = No example matches.
page-run = Run
page-stop = Stop
page-cancel = Cancel
page-try-again = Try again
page-close = Close
page-theme = Light or dark
page-help = Help
page-about = About
page-yes = yes
page-no = no
page-line = line { $line }
page-line-in-file = { $file } line { $line }
page-files = Files
page-step = step { $step }
page-count = { $step } / { $steps }
page-fact-time = ran in { $ms } ms
page-fact-time-s = ran in { $s } s
page-fact-same = same as plain PyTorch ✓
page-fact-differs = differs from plain PyTorch
page-fact-same-why = Each program is run twice: once recorded, for the film, and once as plain PyTorch, without Gradreel. “Same” means that both printed the same, ended in the same way, and left the same values and gradients, bit for bit.
page-fact-differs-why = Each program is run twice: once recorded, for the film, and once as plain PyTorch, without Gradreel. Here the two did not print, end or compute the same, so read the film with care.
page-panes = Panes
page-resize-code = Width of the code
page-resize-side = Width of the inspector
page-pane-code = Code
page-pane-film = Film
page-pane-inspect = Inspect
page-editor = Python code
page-editor-hint = Paste a PyTorch snippet here
page-syntax-unclosed = This { $code } is never closed.
page-syntax-unopened = Nothing opens this { $code }.
page-syntax-string = This string is never closed.
page-syntax-colon = A colon is missing at the end of this line.
page-syntax-print = print needs parentheses: print(…).
page-syntax-other = Python cannot read this.
page-name-later = It is made later: at step { $step }.
page-search-find = Find
page-search-replace = Replace
page-search-next = next
page-search-previous = previous
page-search-all = all
page-search-case = match case
page-search-regexp = regular expression
page-search-word = whole words
page-search-replace-one = replace
page-search-replace-all = replace all
page-search-current = current match
page-search-on-line = on line
page-search-replaced-line = replaced a match on line $
page-search-replaced = replaced $ matches
page-search-go-to-line = Go to line
page-search-go = go
page-output = Output
page-first-visit = Gradreel shows what PyTorch's autograd does with your code. Paste a program over this one and press Run.
page-welcome = Watch what autograd does
page-welcome-why = Run the snippet and it plays as a film: forward, in-place edits, what backward has saved, and the gradients.
page-running = Running…
page-running-for = { $seconds } s
page-running-why = The snippet has a sandbox to itself, and is stopped when it takes too long.
page-queued = Waiting in line…
page-queue-ahead = { $count ->
    [0] Yours is next.
    [one] { $count } run is ahead of yours.
   *[other] { $count } runs are ahead of yours.
}
page-nothing = No tensor to show
page-nothing-why = The program ran to its end, but made no tensor.
page-nothing-failed = The film is empty
page-nothing-failed-why = The program ended before it made a tensor: the reason is next to the code.
page-nothing-stopped-why = The program was stopped before it could hand over what was recorded: the reason is next to the code.
page-report-old = From the last run: the code has changed since.
page-edited = The code has changed since this film was made.
page-cleaned = Cleaned up before the run: { $changes }.
page-cleaned-notebook = the cells of the notebook, without what they printed
page-cleaned-fences = each fence is a cell, the text around it is kept
page-cleaned-prompts = prompts taken out, and what was printed
page-cleaned-characters = quotes, spaces and punctuation that Python does not know replaced
page-cleaned-commands = notebook and shell commands are now comments
page-cleaned-indentation = lost indentation put back
page-cleaned-indent = the block moved to the left edge
page-cleaned-tabs = tabs replaced by spaces
page-cleaned-prose = what is not Python is now text between the cells
page-cleaned-numbers = line numbers taken out
page-cleaned-imports = a first cell with the imports that the page takes for granted
page-cleaned-underscores = the underscores of names such as __init__, which the page lost, are back
page-cleaned-order = the cells run as they stand here, though the numbers of the notebook were in another order
page-read = Read as a page: { $code ->
    [one] one cell of code
   *[other] { $code } cells of code
}{ $text ->
    [0] { "" }
    [one] {" and one of text"}
   *[other] {" and "}{ $text } of text
}; { $changes }.
page-unread-long = This text is too long to be read, and it stays as it was pasted. Cut it down to the part whose gradients you want to see.
page-unread-binary = This is no text: it seems to be the content of a file such as a picture, a PDF or a checkpoint. It stays as it was pasted; paste the program itself.
page-unread-html = This is the source of a web page, and it stays as it was pasted. Open the page in a browser and copy what it shows.
page-unread-language = This looks like { $language }. Only Python with PyTorch runs here, so it stays as it was pasted.
page-unread-traceback = This is an error message without the program that raised it, and it stays as it was pasted. Paste the program too: it is run here, and the error explained.
page-unread-nocode = No line of this text could be taken for Python code, so it stays as it was pasted. A line with # %% begins a cell of code, one with # %% [markdown] a cell of text, whose lines begin with #.
page-unread-unclear = There seem to be sentences among the code, and it is not sure which lines are which: all of it was taken for one program. A line with # %% begins a cell of code, one with # %% [markdown] a cell of text, whose lines begin with #.
# The card of a pasted error.
page-reading-suspects = Where to look, the likeliest first
page-reading-search = Search your code for, the likeliest first
page-reading-out = Ruled out
page-reading-example = Watch the nearest example: { $title }
page-reading-record = To see it, record it where the program runs, with one of:
page-reading-part = The text is long: only its end was read.
page-reading-failed = The error message was not read.
page-piece-add = Add a small call
page-piece-failed = The code was not read.
page-divide = Divide anyway
page-unread-cleaned = It is not sure which lines are code: all of it was taken for one program. A line with # %% begins a cell of code, one with # %% [markdown] a cell of text. Changed: { $changes }.
page-open-file = Open a file…
page-open-file-long = A program, a notebook (.ipynb) or a page as text
page-undo = Undo
# Cells of a program.
page-cells = Cells
page-cells-failed = { $failed ->
    [one] { $failed } of { $all } cells raised an error
   *[other] { $failed } of { $all } cells raised errors
}
page-cells-well = { $all ->
    [one] One cell, no error
   *[other] { $all } cells, no error
}
page-cells-next = Next error
page-cell-completed = Cell [{ $number }]: ran to its end
page-cell-raised = Cell [{ $number }]: { $type }
page-cell-stopped = Cell [{ $number }]: the program was stopped here
page-cell-skipped = Cell [{ $number }]: not run, since the program was stopped before it
page-cell-not-run = Cell [{ $number }]: not run. Run to it
page-cells-part = { $failed ->
    [0] { $run } of { $all } cells run, no error
    [one] { $run } of { $all } cells run, one raised an error
   *[other] { $run } of { $all } cells run, { $failed } raised errors
}
page-cell-tools = Cell [{ $number }]
page-cell-text-tools = Cell of text
page-cell-run-to = Run to here: cell [{ $number }] and all before it
page-cell-add = Add a cell below
page-cell-more = More about this cell
page-cell-split = Split at the cursor
page-cell-join = Join with the next
page-cell-up = Move up
page-cell-down = Move down
page-cell-as-text = Make it text
page-cell-as-code = Make it code
page-chapter-cell = cell [{ $cell }]
page-chapter-in-cell = cell [{ $cell }], { $name }
page-key-cells = to the previous or next cell with an error
page-differs = Tracing changed how this program behaves: read the film with care.
page-truncated-events = The film stops after { $limit } events; the program ran on without being filmed.
page-truncated-bytes = The film stops where its record became too large; the program ran on without being filmed.
page-truncated-steps = The film ends after { $limit } backward passes, as it was asked to; the program ran on without being filmed.
page-truncated-fault = The tracer itself failed here, and left the program alone from then on: the film is incomplete.
page-gap = Left out of the middle: { $count } events. The film shows the first part of the program and, from step { $step } on, its last steps; edits of what backward still needed are kept.
page-unshown = Not in this film:
page-unshown-thread = { $count ->
    [one] what the thread from line { $lines } did ({ $what }).
   *[other] what { $count } threads from line { $lines } did ({ $what }).
}
page-unshown-transform = { $count ->
    [one] one op inside torch.func’s { $what } (line { $lines }).
   *[other] { $count } ops inside torch.func’s { $what } (line { $lines }).
}
page-unshown-transform-edit = in-place edits inside torch.func (line { $lines }): { $what }.
page-unshown-jit = the ops that torch.jit recorded (line { $lines }).
page-unshown-compiled = what torch.compile made of { $what } (line { $lines }).
page-unshown-forward-ad = forward-mode tangents (from line { $lines } on).
page-unshown-fused = the steps inside { $what } (line { $lines }): they ran as one fused kernel.
page-unshown-saved-hooks = what was saved while saved-tensor hooks held it (line { $lines }); PyTorch checks no version there either.
page-unshown-subclass = what the tensor subclass { $what } does inside an op (line { $lines }).
page-unshown-unseen = { $count ->
    [one] how { $what } came into the graph (line { $lines }).
   *[other] how { $what } and what is behind it came into the graph (line { $lines }).
}
page-unshown-settrace = lines and names, once the program set a trace function of its own.
page-unshown-hook = what the hook { $what } was given (line { $lines }): it is no Python function.
page-unshown-old-torch = what { $what } saved (line { $lines }): the program’s version of PyTorch cannot be asked for it.
page-unshown-derivatives = why tensors were saved: there is no table of derivatives for PyTorch { $what }.
page-problem-busy = The server is busy
page-problem-busy-why = More programs are waiting than can be run now.
page-problem-too-many = Too many runs at once
page-problem-too-many-why = One reader may have only a few runs under way.
page-problem-too-large = The code is too long
page-problem-too-large-why = Cut it down to the part that matters.
page-problem-unreadable = The server could not read this code
page-problem-unreadable-why = It may hold characters that are no text.
page-problem-no-code = There is no code to run.
page-problem-no-code-why = Paste a PyTorch snippet into the editor, or take one of the examples.
page-problem-offline = The server cannot be reached
page-problem-offline-why = Check the connection. Your code stays here.
page-problem-server = The server failed
page-problem-server-why = It is not your code's fault.
page-retry-in = Trying again in { $seconds } s.
page-stopped = The program was stopped
page-syntax-error = Python cannot read this code
page-raised = { $type }
page-pytorch-says = In PyTorch's words
page-well = { $passes ->
    [one] backward() completed
   *[other] { $passes } backward passes completed
}. { $edits ->
    [0] Nothing was edited in place.
    [one] One in-place edit, and no saved tensor is stale.
   *[other] { $edits } in-place edits, and no saved tensor is stale.
}
page-well-stale = { $passes ->
    [one] backward() completed
   *[other] { $passes } backward passes completed
}. { $stale ->
    [one] One saved tensor is stale, but no pass asked for it.
   *[other] { $stale } saved tensors are stale, but no pass asked for them.
}
page-well-ctx = Not checked, by PyTorch either: tensors that { $count ->
    [one] { $name } may keep
   *[other] custom Functions may keep
  } as attributes of ctx instead of giving them to save_for_backward().
page-fixes = Ways out
page-why = Why
page-fix-change = { $count ->
    [one] Show the line that it changes
   *[other] Show the { $count } lines that it changes
}
page-fix-apply = Apply and run
page-fix-trying = Being tried…
page-fix-works = Tried: it works.
page-fix-raises = Tried: it still raises { $type }.
page-fix-changes = Tried: it runs to its end, but { $what ->
    [gradients] gradients
   *[values] values
  } differ from before.
page-fix-changes-named = Tried: it runs to its end, but { $what ->
    [gradients] gradients
   *[values] values
  } differ from before: { $names }.
page-fixed-completed = The fixed program ran to its end.
page-fixed-raised = The fixed program still raises { $type }.
page-fixed-stopped = The fixed program was stopped.
page-fixed-before = This is the program before the fix.
page-compare = Compare before and after
page-compare-title = Comparison
page-compare-before = Before
page-compare-after = After
page-compare-changed = Lines that differ
page-compare-completed = runs to its end
page-compare-raised = line { $line } raises { $type }
page-compare-stopped = was stopped
page-compare-wrong = { $count ->
    [one] one gradient is wrong, and no error says so
   *[other] { $count } gradients are wrong, and no error says so
}
page-compare-watch = Watch this film
page-compare-step = Step of the comparison
page-compare-at = { $at } of { $all }
page-compare-back = Step back on every side
page-compare-on = Step on, on every side
page-compare-all-equal = Equal on every side: { $names }
page-compare-name = Name
page-compare-difference = differs by { $difference }
page-compare-skipped = was not run
page-compare-same = Nothing differs in what was recorded.
page-compare-part = { $why ->
    [value] They part here: the same happens with other numbers
   *[event] They part here: something else happens
}
page-compare-values = Values when backward { $number } begins
page-compare-values-end = Values at the end
page-compare-verdict = compared
page-compare-equal = equal
page-compare-differs = different
page-compare-differs-by = differ by { $difference }
page-compare-missing = missing on a side
page-compare-gradients = Gradients of backward { $number }
page-story-born = { $what ->
    [zero] where the gradient becomes zero
   *[other] born here: the first number that is not finite
}
page-story-noticed = { $what ->
    [zero] a leaf gets the gradient of zero
   *[other] noticed here
}
page-story-cut = cuts the path
page-story-saved = saved { $name } at version { $version }
page-story-saved-here = saved what backward needs
page-story-refused = tried to edit { $name }: refused
page-story-edited-inside = edits in place, inside torch.func
page-story-edited = edited it: version { $before } → { $after }{ diagnosis-again }
page-story-overwrote = overwrote { $name }
page-story-raised = raised
page-story-raises = will raise
page-story-raised-versions = raised: expected { $version }, found { $current }
page-story-raises-versions = will raise: expects { $version }, finds { $current }
page-badge-saves = saves { $name } at v{ $version }
page-badge-saves-many = saves { $count } tensors
page-badge-edits-many = edits { $count } tensors
page-badge-edits-parameters = edits { $count ->
    [one] one parameter
   *[other] { $count } parameters
}
page-badge-more = and { $count } more
page-badge-silent = { $name } overwritten
page-badge-raises = raises
page-badge-born = { $value ->
    [nan] makes NaN
    [zero] makes the gradient zero
   *[inf] makes an infinity
}
page-narration-more = More
page-narration-less = Less
page-narration-empty = Press Run: the film of the snippet appears here, step by step.
page-first = First step (Home)
page-back = Step back (←)
page-play = Play (Space)
page-pause = Pause (Space)
page-forward = Step forward (→)
page-last = Last step (End)
page-speed = Speed: { $rate }×
page-loop = Play in a loop
page-timeline = Timeline
page-forward-pass = forward
page-backward-pass = backward
page-edit-chapter = edit
page-update-chapter = update
page-chapter-marks = Chapters
page-chapter-round = iteration { $round } · { $name }
page-chapter-steps = { $name }: steps { $from } to { $to }
page-chapter-rounds = { $count } iterations
page-chapter-rounds-long = Iterations { $first } to { $last } do the same: press to see them one by one
page-kept-memory = Kept for backward: { $now } · at most { $most } (step { $step })
page-chapter-fold = Fold iterations that do the same
page-chapter-left-out = { $count ->
    [one] { $count } step left out
   *[other] { $count } steps left out
}
page-tick-op = operation
page-tick-save = operation that saves tensors for backward
page-tick-edit = in-place edit
page-tick-stale = in-place edit that makes a saved tensor stale
page-tick-backward = backward starts
page-tick-node = backward node runs
page-tick-grad = gradient arrives in .grad
page-tick-unpack = saved tensor is stale
page-tick-raise = error
page-tick-output = output
page-tick-warning = warning
page-tick-line = line
page-notes-missing = The notes of this address are gone. The film is here without them.
page-stage-tools = Stage
page-find = Find a tensor or node (/)
page-find-hint = Name, shape or line
page-find-none = Nothing found.
page-laying-out = Arranging { $count } things …
page-story = What explains the error: { $steps } of { $all } steps.
page-story-all = The whole program: { $things } things in { $all } steps.
page-story-tensor = What happens to { $name }: { $steps } of { $all } steps.
page-story-gradient = How { $name }.grad came about: { $steps } of { $all } steps.
page-open-story-tensor = What happens to { $name }
page-open-story-gradient = How { $name }.grad came about
page-leave-story = Back
page-leave-story-long = Back to what was shown before
page-overview = The shape of the program: { $things } things in { $all } steps, grouped.
page-all-large = { $things } things in { $all } steps are too many to read at once: press a group to open it, or see the overview.
page-show = What the stage shows
page-show-story = Story
page-show-overview = Overview
page-show-all = Everything
page-show-story-long = Only what explains the error
page-show-overview-long = The shape of the program
page-show-all-long = Every op of the program
page-fold = Fold or unfold all (F)
page-fold-too-many = { $things } things are too many to open at once (at most { $most }): press a group to open it.
page-predict = Ask me what happens next (P)
page-tidy = Tidy: fewer crossings (T)
page-present = Present: full screen
page-present-back = To the moment before
page-present-forward = To the next moment
page-present-speaker = Notes for the speaker
page-present-end = End the presentation
page-fit = Fit into view (0)
page-inspector = Inspector
page-inspector-empty = Select a tensor, a node or a dashed link to see it in detail.
page-follow = Follow the film again
page-tab-details = Details
page-tab-edits = Edits
page-tab-gradients = Gradients
page-tab-steps = Steps
page-tensor = Tensor
page-leaf-tensor = Leaf tensor
page-node = Backward node
page-saved-tensor = Saved tensor
page-storage = Storage
page-also-named = also { $names }
page-shape = shape
page-requires-grad = requires grad
page-retains-grad = retains grad
page-grad-fn = grad_fn
page-view-of = view of
page-made = made
page-fills = fills
page-module = module
page-version = Version
page-life = What happened to it
page-life-made = { $known ->
    [yes] made by { $op }, at version { $version }
   *[no] made at version { $version }
}
page-life-saved = { $known ->
    [yes] saved by { $node } at version { $version }
   *[no] saved at version { $version }
}{ $stale ->
    [yes] {", stale by now"}
   *[no] { "" }
}{ page-life-times }
page-life-edited = edited by { $code }: now version { $version }{ page-life-times }
page-life-overwritten = overwritten by { $code }, the counter unmoved{ page-life-times }
page-life-times = { $times ->
    [1] { "" }
   *[other] {" "}(× { $times })
}
page-value = Value
page-value-partial = { $shown } of { $all } elements
page-value-range = { $min } to { $max }
page-value-mean = mean { $mean }
page-value-nan = { $count } NaN
page-value-inf = { $count } infinite
page-value-outdated = Written through another name since: these numbers are from before.
page-grad = Gradient
page-saved-by = Saved by
page-saved-fresh = current: the version still matches
page-saved-doubtful = not known: something that is not recorded moved the counter before it was checked
page-saved-stale = stale: the counter has moved since
page-saved-freed = freed by backward
page-of-tensor = tensor
page-by-node = saved by
page-value-then = Value when saved
page-value-now = Value now
page-saved-at = saved at
page-counter-now = counter now
page-keeps-bytes = keeps
page-keeps-no-bytes = 0 B: a leaf, or an earlier save, holds its memory
page-shares-memory = Shares memory with
page-same-counter = same counter
page-own-counter = own counter
page-why-kept = Why
page-has-saved = Has saved
page-no-gradient = no gradient
page-remembers = Also remembers
page-grad-in = Gradient in
page-grad-out = Gradients out
page-storage-explained = Memory that these tensors share. A write through one name changes them all.
page-shared-by = Shared by
page-edits-none = No in-place edits.
page-edit-uncounted = unnoticed
page-edit-stale = { $count } stale
page-gradients-none = No gradients at the end of this run.
page-grad-is = is
page-grad-wrong = is, wrongly
page-grad-should = should be
page-steps-before = ↑ { $count } earlier steps
page-steps-after = ↓ { $count } later steps
page-help-title = How to read the film
page-help-marks = On the timeline
page-help-keys = Keys
page-idea-lanes = Forward runs to the right in the upper lane; backward mirrors it to the left in the lower one.
page-idea-saved = Only dashed links cross between the lanes: what a backward node has saved, and at which version.
page-idea-dial = The dial on a tensor is its version counter. Every in-place edit moves it on by one.
page-idea-stale = When the dial moves past a saved version, the link turns stale: backward through that node will fail.
page-idea-storage = An outline around tensors is memory that they share. Tensors that share a dial share the counter; .data shares the memory alone.
page-key-run = run the code
page-key-run-to = in a cell of the editor: run the program up to its end, and go on to the next cell; the last one adds none
page-key-add-cell = in the editor: add a cell below (Alt+F10 goes to the buttons of the cell)
page-key-split-cell = in the editor: begin a new cell at the line of the cursor
page-key-play = play or pause
page-key-step = step back, step forward
page-key-edit = previous or next edit
page-key-chapter = previous or next chapter
page-key-ends = first, last step
page-key-line = in the editor: to the next step of this line, as a click on its number does
page-key-fold = fold or unfold everything
page-key-show = show the story, the overview, everything
page-key-tidy = tidy up: fewer crossings
page-key-predict = ask me what happens next
page-key-present = present the film, full screen: a clicker goes from moment to moment
page-key-speaker = while presenting: notes for the speaker in a second window; F fills the screen again
page-key-notes = write notes to this film
page-key-fit = fit the graph into view
page-key-search = find on the stage
page-key-escape = let go of the selection; leave the editor
page-key-help = this help
page-about-title = About Gradreel
page-about-what = Gradreel runs a snippet with real PyTorch and records what autograd does: every operation, every in-place edit, every saved tensor and its version, and backward node by node. Nothing is simulated.
page-about-guide = How to embed a film
page-about-api = The API
page-about-seed = Random seeds are fixed at 0, so the same code gives the same film.
page-sandbox = Sandbox
page-sandbox-unknown = The server has not said how it confines snippets.
page-sandbox-promise = Snippets run without network, without access to other snippets, within these limits. They share one kernel: put the service on a machine of its own. If you find a way out, tell us.
page-tier-n = Tier N: every snippet has namespaces of its own and everything of tier L.
page-tier-l = Tier L: no capabilities, Landlock, seccomp and resource limits, but no namespaces of its own.
page-tier-none = No sandbox: snippets run unconfined on this machine.

## step: the narration, one message per kind of event

step-nothing = Nothing to play: no step of this program was recorded.
step-line = { $code } runs.
step-bind = The name { $name } now stands for this tensor.
step-output = Prints { $code }
step-warning = { $category }: { $text }
step-op = { $op } runs.
step-op-on = { $op } runs on { $inputs }.
step-inside = { $op }, inside { $code },
step-op-makes = { $op } makes { $name }.
step-op-from = { $op } makes { $name } from { $inputs }.
step-leaf = It is a leaf that requires grad: backward will fill its .grad.
step-shares-both = It shares memory and version counter with { $base }.
step-shares-memory = It shares the memory of { $base }, but not its version counter.
step-saves = { $node } saves { $items } for backward.
step-saved-item = { $name } (v{ $version })
step-why = Kept because { $reasons }, where { $incoming } is the gradient that comes in.
step-why-goes = to { $goal } goes { $formula }
step-why-goes-summed = to { $goal } goes { $formula }, summed to its shape
step-why-read = Kept for the gradient of { $goals }; the formula is not shown.
step-why-edges =
    { $count ->
        [one] { $goes } along one of { $edges } edges, which add up
       *[other] { $goes } along { $count } of { $edges } edges, which add up
    }
step-why-for = Kept for the gradients of { $goals }.
step-why-together = Kept for the gradients of { $goals }, which one formula computes together.
step-why-author = { $node } is a custom Function: its forward() had this kept, and why is known only to its author.
step-why-inside = { $node } stands for an edit through a view: the function inside it keeps this, and which gradient reads it is not shown.
step-why-unknown = Why { $node } keeps it is not known: no formula of its gradients is at hand.
step-keeps-nothing-gradient = { $node } is recorded and keeps no tensor: what it passes on is computed from the incoming gradient alone, so no edit can break it.
step-keeps-nothing-numbers = { $node } is recorded and keeps no tensor: what it passes on is computed from the incoming gradient, and from numbers and shapes that no edit changes.
step-passes-on-gradient = { $node } is recorded: { $reasons }, where { $incoming } is the gradient that comes in. Nothing has to be kept, so no edit can break it.
step-passes-on-numbers = { $node } is recorded: { $reasons }, where { $incoming } is the gradient that comes in. Beside it only numbers and shapes are needed: no tensor has to be kept, so no edit can break it.
step-saves-nothing = { $node } is recorded; it needs to save nothing.
step-saves-unknown = { $node } is recorded; what it keeps for backward is not known.
step-saves-more =
    { $count ->
        [one] One more of its nodes saves something.
       *[other] { $count } more of its nodes save something.
    }
step-cut = Nothing is recorded: no gradient flows back through this result.
step-edit = { $code } writes into { $name } and raises its version from { $before } to { $after }.
step-edit-unknown = The check finds { $name } at version { $after }, and not { $before }: something that is not recorded has edited it since it was saved.
step-edit-metadata = { $code } changes the shape or the strides of { $name }, no element of it, and raises its version from { $before } to { $after }.
step-edit-silent =
    { $count ->
        [one] { $code } writes into the memory of { $name }; its version counter does not move.
       *[other] { $code } writes into the memory of { $name }; their version counters do not move.
    }
step-edit-many = { $code } writes into { $count } tensors and raises their versions: { $name }.
step-edit-behind =
    { $count ->
        [one] { $other } lies in the same memory and changes too, but its counter does not move.
       *[other] { $other } lie in the same memory and change too, but their counters do not move.
    }
step-stale = { $node } had saved it at version { $version }: that saved tensor is stale now.
step-stale-fails = { $node } had saved it at version { $version }, so backward will fail.
step-stale-many = { $count } nodes had saved it, { $node } among them: what they saved is stale now.
step-stale-many-fails = { $count } nodes had saved it, { $node } among them, so backward will fail.
step-backward-start = { $call } starts at { $root }: now the recorded nodes run in reverse.
step-retain-graph = The graph will be kept (retain_graph).
step-create-graph = The backward pass is itself recorded (create_graph).
step-node = { $node } runs and passes a gradient on to { $goals }.
step-node-hook = A hook on line { $line } turned the gradient for { $node } from { $before } into { $after }.
step-node-leaf = { $node } runs: the gradient has arrived at { $other }.
step-node-failed = { $node } could not finish: no gradient leaves it.
step-node-end = { $node } runs; its gradient goes no further.
step-unpack = { $node } takes out { $name }, saved at version { $version }. The counter still says { $current }: good.
step-unpack-stale = { $node } asks for { $name }, saved at version { $version }. The counter says { $current }: the check fails.
step-grad-first = { $name } is filled.
step-grad-first-value = { $name } is filled: { $code }.
step-grad-more = The gradient is added to { $name }, which was not empty.
step-grad-more-value = The gradient is added to what { $name } held: { $code }.
step-grad-not-finite = It is not finite: some elements are NaN or infinite.
step-born-value = { $was ->
    [infinite] Here infinities become NaN: { $code }.
   *[finite] Here numbers stop being finite: { $code }.
}
step-born-value-from = { $was ->
    [infinite] Here infinities become NaN: { $code }, made of { $from }.
   *[finite] Here numbers stop being finite: { $code }, made of { $from }.
}
step-born-gradient = { $was ->
    [infinite] In the gradient that it passes on, infinities become NaN: { $code }.
   *[finite] The gradient that it passes on stops being finite here: { $code }.
}
step-born-gradient-from = { $was ->
    [infinite] In the gradient that it passes on, infinities become NaN: { $code }, made of { $from }.
   *[finite] The gradient that it passes on stops being finite here: { $code }, made of { $from }.
}
step-free =
    { $count ->
        [one] The node that ran gives up what it saved: a second backward would fail.
       *[other] The { $count } nodes that ran give up what they saved: a second backward would fail.
    }
step-backward-end = Backward is done.
step-raise = { $type }: { $text }
step-raise-version = { $type }: { $node } needs { $name } at version { $version }, but the counter says { $current }. PyTorch stops here rather than compute a wrong gradient.
step-more = { $count } more
step-result-of = the result of { $op }
step-view-of = a view of { $name }
step-unnamed = an unnamed tensor

## stage: words drawn on the stage

stage-label = The film's stage
stage-minimap = The whole film, small
stage-forward = Forward →
stage-backward = ← Backward
stage-line = line { $line }
stage-saved = saved { $attribute }
stage-expected = expected version { $saved }, found { $current }
stage-same-version = same version, other values
stage-storage = one storage { $storage }
stage-wrong = wrong
stage-should-be = should be
stage-hook = hook · line { $line }
stage-name-moves = the name { $name }
stage-nothing-recorded = autograd has recorded nothing
stage-leaf = leaf
stage-scalar = scalar
stage-changed = changed
stage-freed = its saved tensors were freed
stage-iteration = iteration { $number }
overview-lines = lines { $lines }
overview-cell-raised = error in cell [{ $number }]: { $type }
overview-cell-stopped = the program was stopped in cell [{ $number }]
overview-cell-doubtful = something goes wrong in cell [{ $number }] without an error
overview-parameters = { $count ->
    [one] { $count } parameter
   *[other] { $count } parameters
}
overview-tensors = { $count ->
    [one] { $count } tensor
   *[other] { $count } tensors
}
overview-edits-parameters = { $count ->
    [one] edits { $count } parameter
   *[other] edits { $count } parameters
}
overview-edits-tensors = { $count ->
    [one] edits { $count } tensor
   *[other] edits { $count } tensors
}
stage-ops = { $count ->
    [one] { $count } op
   *[other] { $count } ops
}
stage-more-leaves = { $count ->
    [one] + { $count } leaf
   *[other] + { $count } leaves
}
stage-more-parameters = { $count ->
    [one] + { $count } parameter
   *[other] + { $count } parameters
}
stage-more-stale = { $count ->
    [one] + { $count } more saved tensor stale
   *[other] + { $count } more saved tensors stale
}
stage-nodes = { $count ->
    [one] { $count } node
   *[other] { $count } nodes
}
stage-edits = { $count ->
    [one] { $count } edit
   *[other] { $count } edits
}
stage-legend-tensor = A tensor: its name in your code, its shape, its values. A leaf was made by you, not by an op; the green bar says that it requires grad.
stage-legend-dial = The version counter. Every in-place edit turns it one tick further; the colour stays as a reminder.
stage-legend-op = An op and the line that called it. The bead is a result that has no name.
stage-legend-flow = Values flow to the right. Blue: autograd follows. Grey: nothing here requires grad.
stage-legend-edit = An in-place edit, docked on the tensor that it writes.
stage-legend-saved = A tensor that a backward node keeps for later, with the version that it had then. Only these lines cross the lanes.
stage-legend-stale = The tensor has been edited since: the node would compute with wrong values, so backward will refuse.
stage-legend-storage = Tensors inside one dotted outline share memory: editing one changes the others. Dials that are joined are one counter.
stage-legend-silent = An edit that the version check cannot see, through .data or numpy: no error, but perhaps a wrong gradient.
stage-legend-node = A backward node, under the op that made it. It lights up when it runs; ∇ is the gradient that flows in.
stage-legend-grad = The node that stores a leaf's gradient, and the .grad that it fills.
stage-legend-hook = A hook: a line of yours that backward calls here. Where it changes the gradient, both are shown.
stage-legend-name = A name that moves: eta = eta * 2 makes a second tensor, and the name goes to it. The first one keeps its .grad.
stage-legend-cut = Here the way of the gradient is cut: nothing before this op will get one.
stage-legend-group = A closed group of ops: a layer, a function, rounds of a loop. Click it to open it.
stage-label-group = Closed group { $name }
stage-label-close = Open group { $name }
stage-label-tensor = Tensor { $name }, { $shape }
stage-label-requires-grad = requires grad
stage-label-op = Op { $name }
stage-label-node = Backward node { $name }
stage-label-edit = In-place edit { $text }
stage-label-refused = Refused in-place edit { $text }
stage-label-saved = { $node }: { $text }
stage-label-cut = cuts the gradient's path
stage-label-waiting = has not run yet
stage-label-running = running now
stage-label-done = has run
stage-label-failed = failed
stage-label-stale = stale
stage-label-silent = overwritten without a new version
stage-label-freed = given up

## notes: what an author writes to a film

notes-all = Author's notes
notes-label = Author's note
notes-chapter = Chapter
notes-look = Look at:
notes-lost = { $count ->
    [one] One thing in the author's notes has no place in this film any more.
   *[other] { $count } things in the author's notes have no place in this film any more.
}
notes-edit-write = Write notes
notes-edit-change = Edit notes
notes-edit-share = Explain this film: captions for steps, chapters, where it opens. Notes are public, as links are.
notes-edit-title = Notes
notes-edit-step = Step { $step }
notes-edit-text = Note in { $language }
notes-edit-chapter-name = A chapter begins here ({ $language })
notes-edit-language-en = English
notes-edit-language-zh = Chinese
notes-edit-hint = Markdown: **bold**, *italic*, `code`, lists, [links](https://…). It is shown under the film as you write.
notes-edit-point = Point at { $name }
notes-edit-speaker = For the speaker only ({ $language })
notes-edit-speaker-hint = Shown by S while presenting, not in embeds, files or pictures. Whoever has the link can still find it.
notes-edit-pick = Point by clicking
notes-edit-pick-hint = Press things in the drawing and lines of the code; press again to take one back. Escape ends it.
notes-edit-carried = Taken over from the program as it was before. { $lost ->
    [0] Everything has its place.
    [one] One thing has lost its place: it is in the list.
   *[other] { $lost } things have lost their place: they are in the list.
}
notes-edit-opens = The film opens here
notes-edit-stops = Playing stops here
notes-edit-list = All notes
notes-edit-none = Nothing is written yet.
notes-edit-entry-chapter = Chapter: { $name }
notes-edit-entry-points = { $count ->
    [one] points at one thing
   *[other] points at { $count } things
}
notes-edit-entry-lost = lost: line { $line }, { $what }
notes-edit-entry-lost-nowhere = lost: { $what }
notes-edit-move = Move to this step
notes-edit-delete = Delete
notes-edit-publish = Publish notes
notes-edit-published = Published. Whoever has the link can read them.
notes-edit-existed = These notes were there already, under this link.
notes-edit-refused = The server refuses these notes: { $message }
notes-edit-withdraw = Delete published notes
notes-edit-withdrawn = Deleted. The link and its film are still there.
notes-edit-link = Link with these notes

## predict: questions about what a film shows next

predict-edit = Line { $line } edits { $name } in place. What happens?
predict-edit-unnamed = Line { $line } edits a tensor in place. What happens?
predict-edit-is-here = Line { $line } itself raises an error.
predict-edit-is-later = backward() raises an error.
predict-edit-is-wrong = Everything completes, but a gradient is wrong.
predict-edit-is-fine = Everything completes, and the gradients are right.
predict-edit-because-here = Autograd refuses this edit of { $name } at once: it allows none of a leaf that requires grad, and none of a view that one call made together with others.
predict-edit-because-later = A node has saved { $name }, and the edit moves its version counter. backward() compares the counter with the version that was saved, and raises rather than compute with other values.
predict-edit-because-unnamed-later = A node has saved this tensor, and the edit moves its version counter. backward() compares the counter with the version that was saved, and raises rather than compute with other values.
predict-edit-because-wrong = A node has saved this memory, but the edit through { $name } moves no counter that backward() checks. Nothing raises, and backward() computes with the new values.
predict-edit-because-fine = No node that runs later needs the values that { $name } held before. An in-place edit alone is no error: what matters is whether a node has saved the old values.
predict-edit-because-unnamed-fine = No node that runs later needs the values that the tensor held before. An in-place edit alone is no error: what matters is whether a node has saved the old values.
predict-backward = Line { $line } asks for gradients. What happens?
predict-backward-is-completes = It completes.
predict-backward-is-stale = It raises: a saved tensor has been edited in place.
predict-backward-is-freed = It raises: the saved tensors have been freed.
predict-backward-is-no-graph = It raises: the tensor has no grad_fn.
predict-backward-because-completes = The nodes that it runs still have what they saved: either they were recorded anew, or the pass before kept the graph (retain_graph=True).
predict-backward-because-freed = The first pass freed what its nodes had saved. To run them again, the first pass must keep the graph: retain_graph=True.
predict-backward-because-no-graph = No grad_fn was recorded for this tensor, so there is nothing to go back through: every path to a leaf was cut before.
predict-saver = Line { $edited } edited { $name }, and backward() needs the values from before. Which line saved it?
predict-saver-because = { $node }, recorded on line { $line }, saved { $name }: the derivative of that operation is computed from it.
predict-line = Line { $line }
predict-saves = Which tensors does line { $line } save for backward()?
predict-saves-nothing = None.
predict-saves-because = The derivative of this operation is computed from { $names }: { $node } keeps it until backward() runs, and notes its version.
predict-saves-because-nothing = The derivative of this operation needs no tensor, so { $node } saves none. Whatever is edited later does it no harm.
predict-fills = Into which of these tensors does line { $line } put a gradient?
predict-fills-because = backward() fills .grad of leaves that require grad, as { $name } is. { $other } is the result of an operation: its gradient passes through and is not kept.
predict-leaf = Which of these tensors is a leaf?
predict-leaf-because = { $name } was made by the program itself, so it is a leaf. { $other } is the result of an operation on a tensor that requires grad: it has a grad_fn.
predict-name = { $name }
predict-code = { $code }
predict-grad = What is { $name }.grad once line { $line } is done?
predict-grad-because-non-leaf = { $name } is not a leaf. Its gradient passes through and is not kept, unless the program calls retain_grad() on it first.
predict-grad-because-no-path = No path leads from the loss back to { $name }: no gradient arrives, and .grad stays None.
predict-grad-because-added = backward() adds to .grad: what an earlier pass left there is part of the sum.
predict-grad-because-first = { $name } is a leaf that requires grad. The gradients of all paths from the loss back to it are added up in .grad.
predict-value = Line { $line } writes into { $name }. Does { $other } change?
predict-value-is-changes = { $other } changes as well.
predict-value-is-keeps = { $other } stays as it is.
predict-value-because-changes = { $name } and { $other } share memory: views, detach() and .data copy nothing.
predict-value-because-keeps = { $name } has memory of its own: clone() and arithmetic write their results into new memory.
predict-node = { $node } has run. Which node runs next?
predict-node-at = { $node } of line { $line }
predict-node-of = { $node } of { $name }
predict-node-because = Of all nodes whose gradients have arrived, the engine runs the one that was recorded last: { $node }.
predict-node-because-leaf = An AccumulateGrad runs as soon as its gradient has arrived: the engine prefers it to all other nodes.
predict-edit-not-here = PyTorch refuses an edit at once only of a leaf that requires grad, outside of no_grad, and of a view that one call made together with others.
predict-edit-not-later = { $right ->
    [here] The program does not come to backward(): the edit itself is refused.
   *[other] backward() raises only where a node that it runs has saved the tensor and the counter has moved since.
}
predict-edit-not-wrong = { $right ->
    [here] The program does not come to any gradient: the edit itself is refused.
    [later] The counter has moved, so backward() raises before it gives a wrong gradient.
   *[other] A gradient is wrong only where a node computes with values that have changed since it saved them.
}
predict-edit-not-fine = { $right ->
    [here] The edit itself is refused.
    [later] A node needs the values from before the edit, and they are gone.
   *[other] A node computes with the new values, though its derivative is of the old ones.
}
predict-backward-not-stale = That happens where a saved tensor's version counter has moved since it was saved: no node finds that here.
predict-backward-not-freed = That happens where a node has to run a second time, and the pass before did not keep the graph.
predict-backward-not-no-graph = That happens where no operation between the tensor and a leaf that requires grad was recorded.
predict-saver-not = Line { $line } has not saved { $name }.
predict-saves-not = { $case ->
    [extra] The derivative does not read { $extra }.
    [missing] The derivative reads { $missing } as well.
   *[both] The derivative does not read { $extra }, but { $missing }.
}
predict-leaf-not = { $name } is the result of an operation on a tensor that requires grad: it has a grad_fn and is no leaf.
predict-grad-not-none = A gradient arrives at { $name }, which is a leaf that requires grad: it is kept.
predict-grad-not-before = That is what the pass before left: this pass adds to it.
predict-grad-not-alone = That is what this pass brings: it is added to what was there.
predict-grad-not-kept = That is the gradient that passes through { $name }. It is not kept.
predict-node-not-yet = The gradient of { $node } has arrived too, but the engine prefers another node.
predict-node-not-reached = No gradient has arrived at { $node } yet: a node before it has to run first.
predict-right = Right.
predict-wrong = No.
predict-skipped = The answer:
predict-mark-right = right answer
predict-mark-yours = your answer
predict-show = Show the answer
predict-go-on = Go on
predict-score = { $right } of { $asked } right
predict-begin = Press play: before something happens, the film stops and asks you what.
predict-nothing = This film has nothing to ask about.

## failure: how a run was stopped, and hints

failure-wall_time = Stopped after { $limit_s } s: a run may take that long by the clock.
failure-cpu_time = Stopped after { $limit_s } s of computing: a run may use that much processor time.
failure-memory = Stopped for its memory: a run may add { $limit_mib } MiB to what an idle torch process holds.
failure-output_limit = Stopped for its output: a run may print { $limit_kib } KiB. The first of it is kept.
failure-trace_too_large = Stopped for the size of its trace: it may be { $limit_mib } MiB.
failure-forbidden_call = Ended by the kernel for a system call that no ordinary program makes.
failure-crash = The Python process crashed ({ $signal }).
failure-exit = The snippet ended its own process with status { $status }, so the rest of it did not run.
failure-no_result = The snippet ended its own process before the trace could be handed over.
failure-result_invalid = The trace that came back does not hold together, so it is not shown. The snippet may have interfered with the recording.
failure-internal = Something went wrong on our side, twice. Please try again.

failure-hint-network = Network access is off here.
failure-hint-process_group = The sandbox has one process and no sockets, so there is no process group here. Take init_process_group and DistributedDataParallel out: in each process the module alone gives the gradients that DDP averages. gradreel run script.py records one process on your own machine.
failure-hint-subprocess = Subprocesses are off here: use num_workers=0, and no subprocess or multiprocessing.
failure-hint-compile = torch.compile and C++ extensions need a compiler, which is off here: run the code without them.
failure-hint-threads = A run may use { $threads } threads.
failure-hint-memory = A run may add { $memory_mib } MiB to what an idle torch process holds: try smaller tensors.
failure-hint-disk_full = A run has { $tmp_mib } MiB and { $tmp_inodes } files in its own /tmp, where there is one.
failure-hint-descriptors = A run may have { $open_files } files open.
failure-hint-files = There are no files here but Python's own, and at most a small, empty /tmp: make the data in the snippet, with torch.randn for instance.
failure-hint-recursion = Python gave up on the depth of the calls; nothing of the sandbox is in the way.
failure-hint-missing_module =
    { $module } is not installed here: a snippet has PyTorch, NumPy, einops and Python's own library. { $module ->
        [matplotlib] Take the plotting lines out: the film shows the values of every tensor.
        [seaborn] Take the plotting lines out: the film shows the values of every tensor.
        [torchvision] Make the data with torch.randn and write the layers with torch.nn: for autograd the shapes matter, not the pictures.
        [torchaudio] Make the data with torch.randn: for autograd the shapes matter, not the sounds.
        [pandas] Write a few rows as torch.tensor([[…]]) in place of the table.
        [sklearn] Make the data with torch.randn, and split it by slices.
        [scipy] Look for the function in torch, torch.special or torch.linalg.
        [transformers] Put a small nn.Module in its place, such as nn.TransformerEncoderLayer: gradients flow in the same way.
        [tqdm] Iterate without the progress bar.
       *[other] Put a few lines of your own in its place; if it is a file of yours, paste its code above.
    } Where { $module } is installed, gradreel run script.py records the program as it is.
failure-hint-relative_import = A snippet is one file: paste the code that is imported above it.
failure-hint-input = Nobody can type while a snippet runs: write the value into the code in place of input().
failure-hint-not_permitted = The sandbox refuses this call: a snippet can compute and print, and little else.

## diagnosis: what went wrong, and fixes

# What a reader calls a tensor. $how: name, view, result or tensor.
diagnosis-what = { $how ->
    [view] a view of { $name }
    [result] the result of { $name }
    [tensor] a tensor of shape { $name }
    [unknown] a tensor
   *[name] { $name }
}
# The same at the beginning of a sentence.
diagnosis-what-first = { $how ->
    [view] A view of { $name }
    [result] The result of { $name }
    [tensor] A tensor of shape { $name }
    [unknown] A tensor
   *[name] { $name }
}
# Only Chinese needs to know whether a word follows.
diagnosis-what-then = { $how ->
    [name] { $name }
   *[other] { diagnosis-what }
}
diagnosis-others = { $others ->
    [0] { "" }
    [one] { " " }The same edit made one more saved tensor stale.
   *[other] { " " }The same edit made { $others } more saved tensors stale.
}
diagnosis-others-overwritten = { $others ->
    [0] { "" }
    [one] { " " }The same write changed one more saved tensor.
    [other] { " " }The same write changed { $others } more saved tensors.
   *[none] { "" }
}
# The layer that saved, where it is one inside a model: AddmmBackward0 in transformer.h.3.attn
diagnosis-in-module = { $in_module ->
    [yes] { " " }in { $module }
   *[no] { "" }
}
# How often the same happened: executions of the line that edited, or exceptions that were raised.
diagnosis-edits = { $rounds ->
    [1] { "" }
    [other] { " " }Line { $edit_line } did this { $rounds } times.
   *[none] { "" }
}
diagnosis-rounds = { $rounds ->
    [1] { "" }
    [other] { " " }This happened { $rounds } times.
   *[none] { "" }
}
diagnosis-caught = { $caught ->
    [yes] { " " }The program caught the error and went on.
   *[no] { "" }
}
# Further lines that edited it before the check.
diagnosis-again = { $again ->
    [0] { "" }
    [1] , and to { $current } on line { $again_line }
    [other] , and to { $current } on { $again } further lines
   *[none] { "" }
}
diagnosis-edit = { $hidden ->
    [yes] Inside line { $edit_line } ({ $code }), where no edit can be seen, { $op } edited { diagnosis-edited } in place
    [unseen] Line { $edit_line } ({ $code }) edited { diagnosis-edited } in place in a way that is not recorded
    [between] Between line { $saved_line } and line { $raise_line }, something that is not recorded edited { diagnosis-edited } in place
   *[no] Line { $edit_line } ({ $code }) edited { diagnosis-edited } in place
}
diagnosis-edited = { $through ->
    [other] the same memory through { $other }
   *[same] it
}

diagnosis-version_mismatch-title = { $outcome ->
    [failed] The version check failed
    [fails] backward() will fail
   *[harmless] A stale saved tensor that nobody asks for
}
diagnosis-version_mismatch-finding = { $hidden ->
    [between] { diagnosis-what-first } is edited between line { $saved_line } and line { $raise_line }, after { $node } saved it
   *[no] { diagnosis-what-first } is edited in place on line { $edit_line }, after { $node } saved it
}
diagnosis-version_mismatch = { $outcome ->
    [failed] { $node }{ diagnosis-in-module } on line { $saved_line } saved { diagnosis-what } at version { $saved_version }. { diagnosis-edit }, and its version went from { $before } to { $after }{ diagnosis-again }. So line { $raise_line } raised: backward needs version { $saved_version } and found { $current }.{ diagnosis-others }{ diagnosis-edits }{ diagnosis-caught }
    [fails] { $node }{ diagnosis-in-module } on line { $saved_line } saved { diagnosis-what } at version { $saved_version }. { diagnosis-edit }, and its version went from { $before } to { $after }{ diagnosis-again }. So backward() will fail here: it needs version { $saved_version } and will find { $current }.{ diagnosis-others }{ diagnosis-edits }
   *[harmless] { $node }{ diagnosis-in-module } on line { $saved_line } saved { diagnosis-what } at version { $saved_version }. { diagnosis-edit }, and its version went from { $before } to { $after }{ diagnosis-again }. No backward pass asks for it, so nothing fails.{ diagnosis-others }{ diagnosis-edits }
}

# What a version check that failed has prevented. "place" is that of an element, [0, 2], where only one of many is told.
diagnosis-unchecked = { $case ->
    [right] Without the check, { $others ->
        [yes] the gradients
       *[no] the gradient
    } would have been right.
    [wrong] Without the check, { diagnosis-unchecked-what } would have been { $unchecked }; right is { $meant }.{ diagnosis-unchecked-others }
   *[other] Without the check, { diagnosis-unchecked-what } would have been wrong.{ diagnosis-unchecked-others }
}
diagnosis-unchecked-what = { $how ->
    [attribute] { $name }{ $place }
    [result] the gradient of { $name }{ $place }
   *[unnamed] a gradient
}
diagnosis-unchecked-others = { $others ->
    [yes] {" "}Other gradients would have been wrong too.
   *[no] {""}
}

diagnosis-transform_edit-title = The version check failed inside torch.func
diagnosis-transform_edit-finding = { $edits ->
    [1] Line { $edit_line } edits in place what torch.func keeps for backward
    [found] Line { $edit_line } edits in place what torch.func keeps for backward
   *[other] An in-place edit inside torch.func fails the version check on line { $line }
}
diagnosis-transform_edit = Line { $line } ({ $code }) raised: inside torch.func, { $what ->
    [result] the result of { $op }
   *[tensor] a tensor
} was kept for backward and then edited in place. { $edits ->
    [1] The in-place edit in there is on line { $edit_line } ({ $edit }).
    [found] Of the in-place edits in there, the one on line { $edit_line } ({ $edit }) edits such a result.
   *[other] The in-place edits in there are on lines { $edit_lines }; the film does not say which of them it was.
} A transform runs on wrappers of its own, so what happens inside is not recorded one by one.{ diagnosis-rounds }{ diagnosis-caught }
fix-out_of_place_inside = Make a new tensor on line { $line } instead: { $code }.{ $more ->
    [0] {""}
    [one] {" "}So on one more line.
    [other] {" "}So on { $more } more lines.
   *[unknown] {""}
  }

diagnosis-leaf_in_place-title = A leaf that requires grad was edited in place
diagnosis-leaf_in_place-finding = { $named ->
    [yes] { $is_view ->
        [yes] { $name }, a view of a leaf that requires grad, is edited in place on line { $line }
       *[no] { $name }, a leaf that requires grad, is edited in place on line { $line }
    }
   *[no] A leaf that requires grad is edited in place on line { $line }
}
diagnosis-leaf_in_place = { $is_view ->
    [yes] { $named ->
        [yes] { $name }
       *[no] The tensor on line { $line }
    } is a view of { $based ->
        [yes] { $base }, a leaf that requires grad
       *[no] a leaf that requires grad
    }. Line { $line } ({ $code }) would edit it in place while autograd is recording, so PyTorch refused.{ diagnosis-rounds }{ diagnosis-caught }
   *[no] { $named ->
        [yes] { $name }
       *[no] The tensor on line { $line }
    } is a leaf that requires grad. Line { $line } ({ $code }) would edit it in place while autograd is recording; then it would no longer be the leaf whose gradient you asked for, so PyTorch refused.{ diagnosis-rounds }{ diagnosis-caught }
}

fix-edit_a_clone = Edit a clone: { $name } = { $name }.clone() above line { $line }.
fix-out_of_place = Make a new tensor on line { $line } instead: { $code }.{ $more ->
    [0] {""}
    [one] {" "}So on one more line.
    [other] {" "}So on { $more } more lines.
   *[unknown] {""}
  }{ $of_leaf ->
    [yes] {" "}It is part of the graph: { $name }.grad says how the result depends on { $name } as it was before.
   *[no] {""}
  }
fix-clone_result = Let line { $line } give { $name } a clone of the result, so that backward keeps its own copy.
fix-clone_parts = Clone the parts on line { $line }: each then has memory of its own.
fix-single_views = Take the parts of { $name } one by one on line { $line }: an in-place edit of each is then followed.
fix-save_clones = Let lines { $lines } work on clones, so that backward keeps copies of its own.
fix-allow_mutation = Put all that follows the imports into torch.autograd.graph.allow_mutation_on_saved_tensors(): it copies what edits are about to overwrite, { $bytes ->
    [one] one byte
   *[other] { $bytes } bytes
} here. It misses edits through a slice that begins further in, without an error.
fix-save_a_clone = Let line { $line } work on { $name }.clone(), so that backward keeps its own copy.
fix-step_after_backward = Move the optimizer's step from line { $line } to after the backward() on line { $raise_line }. The step then uses the gradients of both passes.
fix-forward_again = Compute { $name } again below the step on line { $line }: backward() then works with the new weights.
fix-forward_after_step = Compute { $name } below the step on line { $line }: backward() then works with the new weights.
fix-edit_after_backward = Move the edit on line { $line } to after the backward() on line { $raise_line }, which still needs the old values.
fix-inplace_off = Switch inplace=True off.
fix-no_grad = Put line { $line } into with torch.no_grad(): the edit is then no part of the graph, and the gradient is that of the edited values.
fix-no_grad_lines = Put line { $line } to line { $last_line } into with torch.no_grad(): the edits are then no part of the graph, and the gradients are those of the edited values.

diagnosis-multi_view_in_place-title = Views that come in a bundle refuse edits
diagnosis-multi_view_in_place-finding = { $named ->
    [yes] { $name }, one of several views, is edited in place by line { $line }
   *[no] One of several views is edited in place by line { $line }
}
diagnosis-multi_view_in_place = { $named ->
    [yes] { $name }
   *[no] The tensor on line { $line }
} is one of several views{ $made ->
    [yes] { " " }that { $op } returned together on line { $made_line }
   *[no] { " " }that one call returned together
}. { $base_edited ->
    [yes] Line { $edit_line } ({ $edit_code }) then edited their memory in place, and autograd cannot bring such a view up to date. So line { $line } ({ $code }), which uses it, was refused.
   *[no] Autograd cannot follow an in-place edit of such a view, so line { $line } ({ $code }) was refused.
}{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-inference_tensor_saved-title = An inference tensor cannot be saved for backward
diagnosis-inference_tensor_saved-finding = Line { $line } has to save { diagnosis-which }, an inference tensor
diagnosis-inference_tensor_saved = { $known ->
    [yes] { diagnosis-what-first }{ $dated ->
        [yes] , made on line { $made_line }
       *[no] { "" }
    }, is an inference tensor
   *[no] One of the tensors on line { $line } is an inference tensor
}: it has no version counter. Line { $line } ({ $code }) has to save it for backward, which needs one.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-graph_freed-title = The graph has already been used up
diagnosis-graph_freed-finding = { $read ->
    [yes] Line { $raise_line } reads a saved tensor that was freed
   *[no] Line { $raise_line } goes backward through a graph that was used up
}
diagnosis-graph_freed = { $read ->
    [yes] Line { $raise_line } ({ $code }) reads a tensor that a node had saved{ $first_line ->
        [none] , after it was freed
       *[other] { " " }and that the backward pass on line { $first_line } freed
    }
   *[no] { $repeated ->
        [yes] Line { $raise_line } goes backward again through a graph that an earlier pass of the same line has used up
       *[no] { $first_line ->
            [none] Line { $raise_line } goes backward through a graph that has been used up
           *[other] The backward pass on line { $first_line } freed what the graph had saved, and line { $raise_line } goes through the same graph again
        }
    }
}. { $known ->
    [yes] { $node }{ $node_line ->
        [none] { "" }
       *[other] { " " }(line { $node_line })
    } no longer has its saved tensors.
   *[no] The saved tensors are gone.
}{ $keeps ->
    [yes] { " " }What the earlier pass was computed from is still held in { $carried }: detach() it before the next one.
    [list] { " " }{ $carried } still holds what the earlier pass went backward from: empty it after each pass.
   *[other] { "" }
}{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-no_grad_path-title = There is no path for a gradient
diagnosis-no_grad_path-finding = { $case ->
    [input] Line { $line } asks for the gradient of { diagnosis-what }, which does not require grad
    [unused] { diagnosis-what-first } does not depend on { diagnosis-wanted }
   *[root] { $cut_line ->
        [none] { diagnosis-what-first } does not require grad on line { $line }
       *[other] { diagnosis-what-first } does not require grad: line { $cut_line } cuts it off
    }
}
diagnosis-no_grad_path = { $case ->
    [input] Line { $line } asks for the gradient with respect to { diagnosis-what }, which does not require grad.{ diagnosis-rounds }{ diagnosis-caught }
    [unused] Line { $line } asks for the gradient of { diagnosis-what } with respect to { diagnosis-wanted }, on which it does not depend.{ diagnosis-cut }{ diagnosis-rounds }{ diagnosis-caught }
   *[root] { diagnosis-what-first } does not require grad, so { $call ->
        [grad] torch.autograd.grad()
       *[backward] backward()
    } on line { $line } has nowhere to go.{ diagnosis-cut }{ diagnosis-rounds }{ diagnosis-caught }
}
# What a gradient was asked for.
diagnosis-wanted = { $wanted_how ->
    [view] a view of { $wanted }
    [result] the result of { $wanted }
    [tensor] a tensor of shape { $wanted }
    [unknown] a tensor
   *[name] { $wanted }
}
diagnosis-wanted-then = { $wanted_how ->
    [name] { $wanted }
   *[other] { diagnosis-wanted }
}
# Where the path was cut. $cut: none, unused or unknown, or detach, data, item, tensor, integer, non_differentiable, no_grad or function;
# $other is what was cut off.
diagnosis-cut = { $cut ->
    [none] { " " }Nothing that it was computed from requires grad.
    [unused] { " " }No op on the way to it used { diagnosis-wanted }.
    [unknown] { "" }
    [left_out] { " " }Nothing in the film says where its path was cut; the part that is left out may.
    [detach] { " " }Line { $cut_line } ({ $code }) cut it off from { diagnosis-cut-from } with detach().
    [data] { " " }Line { $cut_line } ({ $code }) cut it off from { diagnosis-cut-from } with .data.
    [item] { " " }Line { $cut_line } ({ $code }) turned { diagnosis-cut-from } into a plain number, which has no gradient.
    [tensor] { " " }Line { $cut_line } ({ $code }) copied the values of { diagnosis-cut-from } into a new leaf and left the graph behind.
    [integer] { " " }Line { $cut_line } ({ $code }) made integers from { diagnosis-cut-from } with { $op }, and integers have no gradient.
    [non_differentiable] { " " }Line { $cut_line } ({ $code }) gave { diagnosis-cut-from } to { $op }, which passes no gradient on.
    [grad] { " " }The gradient from line { $cut_line } ({ $code }) came without a graph of its own, so nothing leads on from it.
    [function] { " " }Line { $cut_line } ({ $code }) used { diagnosis-cut-from } inside { $op }, and of the tensors that it was given none requires grad: then it makes no graph.
   *[no_grad] { " " }Line { $cut_line } ({ $code }) used { diagnosis-cut-from } while gradients were switched off.
}
diagnosis-cut-from = { $other_how ->
    [view] a view of { $other }
    [result] the result of { $other }
    [tensor] a tensor of shape { $other }
   *[name] { $other }
}

diagnosis-cut-from-then = { $other_how ->
    [name] { $other }
   *[other] { diagnosis-cut-from }
}

diagnosis-cut_gradient-title = The gradient leaves a part out
diagnosis-cut_gradient = { $cut ->
    [detach] Line { $cut_line } ({ $code }) detached { diagnosis-what }
    [data] Line { $cut_line } ({ $code }) took .data from { diagnosis-what }
    [item] Line { $cut_line } ({ $code }) turned { diagnosis-what } into a plain number
    [tensor] Line { $cut_line } ({ $code }) copied the values of { diagnosis-what } into a new tensor
    [function] Line { $cut_line } ({ $code }) used { diagnosis-what } inside a custom Function that was given nothing that requires grad
   *[no_grad] Line { $cut_line } ({ $code }) used { diagnosis-what } while gradients were switched off
}. { $rooted ->
    [yes] { $root } depends on it all the same
   *[no] The result depends on it all the same
}, so the gradients from line { $backward_line } leave that part out. That is fine if you meant it.

diagnosis-non_leaf_grad-title = { $requires ->
    [no] The name means another tensor now
   *[yes] A non-leaf keeps no .grad
}
diagnosis-non_leaf_grad-finding = { $named ->
    [yes] { $name }.grad is None on line { $line }
   *[no] A .grad is None on line { $line }
}
diagnosis-non_leaf_grad = { $was_leaf ->
    [yes] { $name } was a leaf on line { $leaf_line }, but since line { $made_line } ({ $code }) the name means a new tensor, which { $requires ->
        [no] does not require grad
       *[yes] is not a leaf
    }. The gradient went to the old leaf, so .grad on line { $line } is None.{ diagnosis-rounds }
   *[no] { $named ->
        [yes] { $name }
       *[no] The tensor on line { $line }
    } is not a leaf{ $dated ->
        [yes] { " " }(line { $made_line } computed it)
       *[no] { "" }
    }: the gradient flows through it and is not kept, so .grad on line { $line } is None.{ diagnosis-rounds }
}

diagnosis-silent_overwrite-title = { $outcome ->
    [recomputed_wrong] A gradient is silently wrong
    [wrong] A gradient is silently wrong
   *[other] Saved values were overwritten unseen
}
diagnosis-recomputed = The checkpoint on line { $saved_line } keeps no results: the backward pass runs it again. Line { $edit_line } ({ $code }) changed { $named ->
    [yes] { $name }
   *[no] a tensor
} before that, which { $op } in it reads, so backward differentiates another forward than the one that gave the loss. No version counter that autograd checks covers this.{ " " }
diagnosis-silent_overwrite-finding = { $outcome ->
    [recomputed_wrong] { $gradient } is silently wrong: line { $edit_line } edits what a checkpoint reads again
    [recomputed_unchanged] Line { $edit_line } edits what a checkpoint reads again
    [recomputed_unknown] Line { $edit_line } edits what a checkpoint reads again
    [wrong] { $gradient } is silently wrong: line { $edit_line } overwrites { diagnosis-what } after { $node } saved it
   *[other] Line { $edit_line } overwrites { diagnosis-what } unseen, after { $node } saved it
}
diagnosis-silent_overwrite = { $outcome ->
    [recomputed_wrong] { diagnosis-recomputed }{ $gradient } is wrong, and nothing was raised.
    [recomputed_unchanged] { diagnosis-recomputed }The gradients came out the same.
    [recomputed_unknown] { diagnosis-recomputed }The gradients may be wrong.
   *[overwritten] { $node } on line { $saved_line } saved { diagnosis-what }. Line { $edit_line } ({ $code }) then overwrote { $through ->
        [other] the same memory through { $other }
       *[same] its values
    }, and no version counter that autograd checks moved. { $outcome ->
        [wrong] Backward computed with the new values: { $gradient } is wrong, and nothing was raised.
        [unchanged] Backward computed with the new values, but the gradients came out the same.
        [unknown] Backward computed with the new values, so the gradients may be wrong.
       *[unused] No backward pass has asked for it since.
    }{ diagnosis-others-overwritten }{ diagnosis-edits }
}

diagnosis-shared_storage_edit-title = An edit changed another tensor unseen
diagnosis-shared_storage_edit-finding = Line { $line } changes { $other } unseen, through { $name }
diagnosis-shared_storage_edit = { $name } and { $other } share memory. Line { $line } ({ $code }) wrote through { $name }, which changed { $other } too, and the version counter of { $other } did not move.{ diagnosis-rounds }

diagnosis-device_unavailable-title = This device is not available here
diagnosis-device_unavailable = Line { $line } ({ $code }) asks for the device { $device }. Snippets run on the CPU here; autograd records the same graph on either.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-which = { $known ->
    [yes] { diagnosis-what }
   *[no] a tensor
}
diagnosis-which-then = { $known ->
    [yes] { diagnosis-what-then }
   *[no] a tensor
}
diagnosis-non_scalar_root-title = backward() needs a single number to begin with
diagnosis-non_scalar_root-finding = { $case ->
    [shape] Line { $line } hands backward() a gradient of shape { $given } for shape { $shape }
   *[elements] Line { $line } goes backward from { diagnosis-which }, which is not a single number
}
diagnosis-non_scalar_root = { $case ->
    [shape] Line { $line } ({ $code }) hands backward() a gradient of shape { $given } for { diagnosis-which }, whose shape is { $shape }. A gradient has one element for each element of its tensor, so the two shapes must be the same.{ diagnosis-rounds }{ diagnosis-caught }
   *[elements] Line { $line } ({ $code }) goes backward from { diagnosis-which }{ $known ->
        [yes] , whose shape is { $shape }: { $count } elements
       *[no] { " " }of several elements
    }. Only for a single number does PyTorch know what gradient to begin with (1): sum the elements up, take their mean, or say with gradient= how much each of them counts.{ diagnosis-rounds }{ diagnosis-caught }
}

diagnosis-view_in_place-title = This view cannot be edited in place
diagnosis-view_in_place-finding = { $named ->
    [yes] { $name }, a view that refuses edits, is edited in place on line { $line }
   *[no] A view that refuses edits is edited in place on line { $line }
}
diagnosis-view_in_place = { $named ->
    [yes] { $name }
   *[no] The tensor on line { $line }
} is a view{ $dated ->
    [yes] { " " }made on line { $made_line }
   *[no] { "" }
}{ $case ->
    [no_grad] { " " }that was made under no_grad, so it knows nothing of the graph of its base. Line { $line } ({ $code }) would edit it while autograd is recording
    [inference] { " " }that was made in inference mode. Line { $line } ({ $code }) would edit it outside of it
    [hook] : a full backward hook of a module hands out every input and output of it as a view, so that it sees their gradients. Line { $line } ({ $code }) would edit that in place
   *[function] { " " }that came out of a custom Function. Line { $line } ({ $code }) would edit it in place, and the edit would bypass the Function's own backward
}, so PyTorch refused.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-inference_edit-title = An inference tensor stays as it is outside inference mode
diagnosis-inference_edit-finding = { $case ->
    [flag] Line { $line } wants an inference tensor to require grad
   *[edit] Line { $line } edits an inference tensor
}
diagnosis-inference_edit = { $named ->
    [yes] { $name }
   *[no] The tensor on line { $line }
}{ $dated ->
    [yes] , made on line { $made_line },
   *[no] { "" }
} is an inference tensor: it has no version counter, so autograd could not notice changes. { $case ->
    [flag] Line { $line } ({ $code }) wants it to require grad
   *[edit] Line { $line } ({ $code }) would edit it outside inference mode
}; a clone made there is an ordinary tensor.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-custom_gradients-title = A custom backward returned the wrong gradients
diagnosis-custom_gradients-finding = { $case ->
    [count] The backward of { $function } returns { $got ->
        [one] one gradient
       *[other] { $got } gradients
    } for { $expected } inputs
   *[shape] The backward of { $function } returns shape { $got } for an input of shape { $expected }
}
diagnosis-custom_gradients = { $case ->
    [count] The forward of { $function } has { $expected } inputs, and its backward returned gradients for { $got }: it has to return one for each of them, None for those that need none. Line { $line } ({ $code }) went through it.{ diagnosis-rounds }{ diagnosis-caught }
   *[shape] The backward of { $function } returned for input { $position } a gradient of shape { $got }, and that input has shape { $expected }: the two must be the same. Line { $line } ({ $code }) went through it.{ diagnosis-rounds }{ diagnosis-caught }
}

diagnosis-out_argument-title = out= records no graph
diagnosis-out_argument-finding = Line { $line } writes with out= while { diagnosis-which } requires grad
diagnosis-out_argument = Line { $line } ({ $code }) lets { $op } write its result into a tensor with out=, and { diagnosis-which } requires grad. Calls with out= are not recorded by autograd, so PyTorch refuses them here: bind the result to a name instead.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-non_leaf_optimized-title = The optimizer was given a result, not a leaf
diagnosis-non_leaf_optimized-finding = Line { $line } gives an optimizer { diagnosis-which }, which is no leaf
diagnosis-non_leaf_optimized = { $known ->
    [yes] { diagnosis-what-first } was computed{ $made_line ->
        [none] { "" }
       *[other] { " " }on line { $made_line }
    }, so it is no leaf: gradients flow through it and are not kept
   *[no] One of the tensors was computed from others, so it is no leaf: gradients flow through it and are not kept
}. Line { $line } ({ $code }) gives it to an optimizer, which can only change leaves.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-non_leaf_flag-title = Only leaves have a requires_grad of their own
diagnosis-non_leaf_flag-finding = Line { $line } changes requires_grad of { diagnosis-which }, which is no leaf
diagnosis-non_leaf_flag = Line { $line } ({ $code }) changes requires_grad of { diagnosis-which }, which was computed from something that requires grad. Of a result it follows from what it was computed from; detach() gives a tensor that is cut off from that.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-non_leaf_copied-title = A result of the graph cannot be deep-copied
diagnosis-non_leaf_copied-finding = Line { $line } makes a deep copy of { diagnosis-which }, a result of the graph
diagnosis-non_leaf_copied = Line { $line } ({ $code }) makes a deep copy of { diagnosis-which }, which belongs to a graph, or of something that holds it. A copy would need a copy of the whole graph: detach and clone it, or detach it before it is stored.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-integer_requires_grad-title = Integers have no gradient
diagnosis-integer_requires_grad-finding = Line { $line } wants integers to require grad
diagnosis-integer_requires_grad = Line { $line } ({ $code }) wants a tensor of integers or booleans to require grad. Only floating-point and complex numbers can change a little, so only they have a gradient: write 1. instead of 1, or say dtype=torch.float32.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-numpy_requires_grad-title = numpy() would leave the graph unseen
diagnosis-numpy_requires_grad-finding = Line { $line } asks for { diagnosis-which } as a numpy array, though it requires grad
diagnosis-numpy_requires_grad = Line { $line } ({ $code }) asks for { diagnosis-which } as a numpy array, and it requires grad. What numpy computes with it no gradient could follow, so PyTorch wants to hear that this is meant: detach() first.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-leaf_root-title = backward() ends where it begins
diagnosis-leaf_root-finding = backward() on line { $line } begins and ends at { diagnosis-what }
diagnosis-leaf_root = { diagnosis-what-first } was made to require grad by hand. backward() on line { $line } gives a gradient to { diagnosis-what } alone and to nothing that it was computed from.{ diagnosis-cut }{ diagnosis-rounds }

diagnosis-unreached_parameters-title = Parameters that never learn
diagnosis-unreached_parameters-finding = { $named ->
    [yes] No backward pass reaches { $name }
   *[no] No backward pass reaches a parameter
}
diagnosis-unreached_parameters = { $named ->
    [yes] { $name }
   *[no] A parameter
}{ $more ->
    [0] { " " }is
    [one] { " " }and one more parameter are
   *[other] { " " }and { $more } more parameters are
} given to an optimizer, and no backward pass gives a gradient to { $more ->
    [0] it
   *[other] them
}: step() changes nothing there. What backward() on line { $backward_line } begins from depends on { $more ->
    [0] it
   *[other] them
} all the same.{ diagnosis-cut-parameters }
diagnosis-cut-parameters = { $cut ->
    [no_grad] { " " }Line { $cut_line } ({ $code }) drew a sample of { diagnosis-cut-from }, and a draw has no gradient.
    [detach] { " " }Line { $cut_line } ({ $code }) made a new leaf of { diagnosis-cut-from } with detach().
    [data] { " " }Line { $cut_line } ({ $code }) went on from the values of { diagnosis-cut-from } alone, with .data.
    [item] { " " }Line { $cut_line } ({ $code }) turned { diagnosis-cut-from } into a plain number, which has no gradient.
   *[tensor] { " " }Line { $cut_line } ({ $code }) copied the values of { diagnosis-cut-from } into a new leaf and left the graph behind.
}

diagnosis-workers_unavailable-title = A program has no worker processes here
diagnosis-workers_unavailable = Line { $line } ({ $code }) would start the worker processes that line { $asked_line } asks for (num_workers={ $workers }), and the system gives none. With num_workers=0 the data is loaded by the program itself; autograd records the same graph either way.{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-shared_weights-title = Two names, one set of weights
diagnosis-shared_weights = { $case ->
    [copy] Line { $line } ({ $code }) copies { $named ->
        [yes] { $tensor }
       *[no] a weight
    } onto itself, so nothing changes.
    [pair] On line { $line } ({ $code }), { $one } and { $other } are the same tensor{ $named ->
        [yes] , { $tensor }
       *[no] { "" }
    }: it is updated from itself.
    [stale] Line { $line } ({ $code }) uses { $second }, whose weights backward needs as they were then, and line { $other_line } changes { $first }. Both are the same weights.
    [frozen] Line { $line } ({ $code }) freezes the weights of { $second } and with them those of { $first }, which are the same. So nothing is left to learn.
   *[cut] Line { $line } ({ $code }) computes a part of the loss that gets no gradient from { $second }, and { $other_line ->
        [none] { "" }
       *[other] line { $other_line }{ " " }
    }another part from { $first }. Both are the same weights, so the part without gradient moves with every update.
}{ $second_line ->
    [none] { "" }
   *[other] { " " }Line { $second_line } ({ $second_code }) makes no copy: what changes { $first } changes { $second } too.
}

fix-retain_graph = Keep the saved tensors for the second pass: retain_graph=True on line { $line }.
fix-compute_in_loop = Compute { $name } in the loop, not once on line { $line }: each round then goes backward through a graph of its own.
fix-detach_shared = Detach { $name } on line { $line }: this loss then gives no gradient to what { $name } was computed from.
fix-empty_list = Empty { $name } below line { $line }: the next pass then begins from new losses only.
fix-add_losses = Add the losses and call backward() once, not on line { $raise_line } again.
fix-detach_kept = Detach what line { $line } gives { $name }: its values stay, and the graph of the round can go.
fix-number_kept = Give { $name } the number with item() on line { $line }: a Python number has no graph.
fix-fresh_graph = Compute the forward pass anew each time, and detach() what is carried over from the last one.
fix-allow_unused = Let what nothing depends on have no gradient: allow_unused=True on line { $line } gives None for it.
fix-rsample = Draw with rsample() on line { $line }: the sample then depends on what the distribution was given.
fix-create_graph = Ask for a gradient that can be differentiated again: create_graph=True on line { $line }.
fix-keep_path = Leave { $op } out on line { $line }, so that the gradient flows through.
fix-no_new_leaf = Use { $code } as it is on line { $line }, not a new leaf made of its values: the gradient then flows through.
fix-stack = Use torch.stack on line { $line }: it keeps the path to each element.
fix-enable_grad = Compute this part with gradients on: torch.enable_grad() on line { $line }, or move it out of the block.
fix-require_grad = Create the tensor that you want a gradient for with requires_grad=True.
fix-no_grad_mode = Use torch.no_grad() instead of torch.inference_mode(): what it makes are ordinary tensors.
fix-in_place_update = Edit { $name } in place on line { $line }, so that the name keeps the leaf: { $code }.{ $more ->
    [0] { "" }
    [one] { " " }The same on one more line.
   *[other] { " " }The same on { $more } more lines.
}
fix-retain_grad = Call { $name }.retain_grad() after line { $line }, before backward().
fix-no_requires_grad = Create { $name } on line { $line } without requires_grad=True: what is put into it brings its own gradients along.
fix-keep_leaf_name = Keep a name for the leaf before line { $line } and read { $leaf }.grad.
fix-clone_alias = { $array ->
    [yes] Give { $name } memory of its own: .copy() on line { $line }.
   *[no] Give { $name } memory of its own: .clone() on line { $line }.
}
fix-detach_not_data = Use .detach() instead of .data on line { $line }: the version check then sees the edit.
fix-deep_copy = Give { $name } weights of its own on line { $line }: copy.deepcopy.
fix-use_cpu = Run it on the CPU instead of { $device }: autograd records the same graph there.
fix-no_workers = Load the data in the program itself: num_workers=0.
fix-no_decorator = Leave the decorator on line { $line } out, so that this function is recorded.
fix-sum_root = Go backward from the sum of its elements on line { $line }: .sum().
fix-mean_root = Go backward from the mean of its elements on line { $line }: .mean().
fix-gradient_argument = Let each element count the same: gradient=torch.ones_like({ $name }) on line { $line }.
fix-gradient_shape = Give line { $line } a gradient of shape { $shape }.
fix-make_leaf = { $line ->
    [none] Make a leaf of { $name }, with .detach().requires_grad_().
   *[other] Make a leaf of what line { $line } gives, with .detach().requires_grad_().
}
fix-detach_first = Call detach() before numpy() on line { $line }.
fix-detach_name = Cut { $name } off on line { $line } instead: { $name } = { $name }.detach().
fix-clone_not_copy = Copy its values on line { $line }: { $name }.detach().clone().
fix-parametrized = Use torch.nn.utils.parametrizations.weight_norm: its layer computes the weight when it is asked for and holds no result.
fix-detach_before_copy = Keep a detached tensor in what line { $line } copies: .detach().
fix-float_values = Make floating-point numbers of it on line { $line }.
fix-result_not_out = Bind the result on line { $line } to the name { $name } instead.
fix-return_gradients = { $case ->
    [count] Return { $expected } gradients from the backward of { $function }, one for each input of its forward; None where none is needed.
   *[shape] Return a gradient of shape { $expected } from the backward of { $function }, not { $got }: sum over what was broadcast.
}
fix-differentiable_loss = Compute the loss without line { $line }: from the numbers that the network gives, not from decisions made of them.

## example: titles and sentences of the built-in programs

theme-stale = Saved, then edited
example-edit-after-save-title = Edit after save
example-edit-after-save-sentence = The second product saved d for backward; the next line overwrites d, so backward() refuses to go on.
example-edit-before-save-title = The same edit, one line earlier
example-edit-before-save-sentence = Nothing has saved d yet when it is overwritten, so the product saves the new values and backward() is content.
example-edit-a-clone-title = Edit a clone instead
example-edit-a-clone-sentence = clone() makes new memory with a counter of its own: the edit no longer reaches the tensor that was saved.
example-nothing-saved-title = An op that saves nothing
example-nothing-saved-sentence = Adding a constant needs no values for its backward, so its result and its input may be edited freely.
example-result-saved-title = exp saves its result
example-result-saved-sentence = The derivative of exp is its own result; adding 1 to that result in place spoils what ExpBackward0 saved.
example-input-saved-title = log saves its input
example-input-saved-sentence = The same in-place addition is harmless here, because LogBackward0 saved x and not y.
example-two-stale-saves-title = One edit, two stale saves
example-two-stale-saves-sentence = Two nodes saved h before it was edited; PyTorch's message names only the first that it meets.
example-edit-after-backward-title = Edit after backward
example-edit-after-backward-sentence = When backward() has run, nobody needs the saved values any more, and the edit does no harm.

theme-leaves = Leaves and .grad
example-leaf-and-non-leaf-title = Leaf and non-leaf
example-leaf-and-non-leaf-sentence = Gradients end up in the .grad of leaves that require grad; a plain leaf gets none.
example-grad-of-a-non-leaf-title = Where is h.grad?
example-grad-of-a-non-leaf-sentence = The gradient flows through h to reach w, but a non-leaf does not keep it, so h.grad is None.
example-retain-grad-title = retain_grad keeps it
example-retain-grad-sentence = Calling retain_grad() before backward() makes a non-leaf keep the gradient that flows through it.
example-tensor-hook-title = A hook on a tensor
example-tensor-hook-sentence = The hook sees the gradient on its way through h and replaces it with a clamped one.
example-node-hook-title = A hook on a node
example-node-hook-sentence = A hook on grad_fn sees the gradients that flow into one backward node and out of it.
example-grad-accumulates-title = .grad adds up
example-grad-accumulates-sentence = Every backward() adds to .grad until it is cleared.

theme-leaf-edits = Editing a leaf
example-add-to-a-leaf-title = += on a leaf
example-add-to-a-leaf-sentence = A leaf that requires grad may not be edited in place: its gradient would have nowhere to go.
example-add-out-of-place-title = a + 10 makes a new tensor
example-add-out-of-place-sentence = The sum is a new tensor and a stays the leaf, so a.grad is where it is expected.
example-fill-a-leaf-slice-title = Assigning to a leaf's elements
example-fill-a-leaf-slice-sentence = a[:] = 0 looks like an assignment, but it is an in-place write and is refused like one.
example-init-a-weight-title = Initialising a weight
example-init-a-weight-sentence = normal_() edits w in place while autograd is watching, and w is a leaf that requires grad.
example-init-under-no-grad-title = Initialise under no_grad
example-init-under-no-grad-sentence = Inside no_grad() the edit is not part of the graph, so the weight can be filled and stays a leaf.
example-init-through-detach-title = Initialise through detach or .data
example-init-through-detach-sentence = Both hand out the same memory without requires_grad; nothing has been saved yet, so nothing goes wrong.

theme-shared = Who shares the counter
example-detach-shares-counter-title = detach() is caught
example-detach-shares-counter-sentence = A detached tensor shares memory and version counter, so an edit through it is noticed.
example-data-escapes-the-check-title = .data is not
example-data-escapes-the-check-sentence = .data shares the memory but not the counter: no error, and a gradient of zeros that is simply wrong.
example-numpy-escapes-the-check-title = Nor is a NumPy array
example-numpy-escapes-the-check-sentence = Writing into the array changes the saved result behind autograd's back; the first gradient comes out as 0.
example-detach-then-clone-title = detach().clone() is safe
example-detach-then-clone-sentence = A clone has memory of its own, so it can be edited without touching what was saved.

theme-hidden = Edits that no line shows
example-embedding-max-norm-title = Embedding with max_norm
example-embedding-max-norm-sentence = The lookup rescales its weight in place, after the matrix product has saved that weight.
example-embedding-clone-first-title = Clone the weight first
example-embedding-clone-first-sentence = The product saves a clone, so rescaling the weight in place no longer matters.
example-step-between-backwards-title = A step between two backward passes
example-step-between-backwards-sentence = optimizer.step() edits the weights in place while the second loss still needs the old ones.
example-step-after-both-title = Step when backward is done
example-step-after-both-sentence = Add the losses, go backward once, and only then let the optimizer edit the weights.
example-relu-after-sigmoid-title = Inplace ReLU after sigmoid
example-relu-after-sigmoid-sentence = SigmoidBackward0 saved its result, and ReLU(inplace=True) overwrites just that.
example-relu-after-linear-title = Inplace ReLU after a linear layer
example-relu-after-linear-sentence = A linear layer saves its input and its weight, not its result, so overwriting the result is fine.
example-rnn-buffer-read-back-title = A buffer that is read back
example-rnn-buffer-read-back-sentence = Each product saves a row of the buffer, and the next write moves the counter that all rows share.
example-rnn-stack-title = A list and stack
example-rnn-stack-sentence = Every state is a tensor of its own, so nothing that was saved is ever written again.
example-buffer-filled-then-read-title = Filled first, read later
example-buffer-filled-then-read-sentence = Writing into a buffer is fine as long as nothing has saved it before the last write.

theme-twice = Backward, again
example-backward-twice-title = backward() twice
example-backward-twice-sentence = The first backward() frees the saved tensors, so the second has nothing to work with.
example-retain-graph-title = retain_graph=True
example-retain-graph-sentence = Retaining the graph keeps the saved tensors for another pass; the gradients add up.
example-two-losses-one-trunk-title = Two losses, one trunk
example-two-losses-one-trunk-sentence = Both losses lead through exp(), whose saved result the first backward() has already freed.
example-add-the-losses-title = Add the losses
example-add-the-losses-sentence = One backward pass through the sum serves both losses and needs no retained graph.
example-double-backward-title = Double backward
example-double-backward-sentence = create_graph=True records the backward pass itself, so the slope can be differentiated again.
example-gradient-penalty-title = A gradient penalty
example-gradient-penalty-sentence = The penalty is a function of a gradient; going backward through it needs the graph of that gradient.

theme-names = Names and memory
example-name-that-moves-title = A name that moves
example-name-that-moves-sentence = After eta = eta * 2 the name means a non-leaf; the leaf lives on without a name, and its .grad with it.
example-name-that-stays-title = A new name for a new tensor
example-name-that-stays-sentence = The leaf keeps its name, so eta.grad finds the gradient.
example-two-names-one-storage-title = Two names, one storage
example-two-names-one-storage-sentence = a is a view of v; copying into a.data changes v as well, and no counter moves.
example-two-names-two-storages-title = A clone has its own storage
example-two-names-two-storages-sentence = After clone() the two names no longer share memory, and v stays as it was.

theme-cuts = Paths that are cut
example-tensor-of-tensors-title = torch.tensor([a0, a1])
example-tensor-of-tensors-sentence = torch.tensor() copies the numbers and forgets where they came from, so backward() finds no path.
example-stack-keeps-the-path-title = stack keeps the path
example-stack-keeps-the-path-sentence = torch.stack() is an operation like any other, so gradients flow back to both scalars.
example-argmax-has-no-slope-title = argmax has no slope
example-argmax-has-no-slope-sentence = An index does not change when the scores change a little, so argmax leads nowhere backward.
example-softmax-has-a-slope-title = A soft argmax
example-softmax-has-a-slope-sentence = Weights from softmax change smoothly with the scores, and gradients flow.
example-no-grad-forward-title = A forward pass under no_grad
example-no-grad-forward-sentence = What is computed under no_grad() has no grad_fn, so the loss has no path to w.
example-item-drops-a-factor-title = item() drops a factor
example-item-drops-a-factor-sentence = scale is a plain number to autograd: backward() succeeds, but the gradient leaves out how scale depends on w.
example-ratio-in-place-title = param[2] = param[0] / param[1]
example-ratio-in-place-sentence = The division saved views of param, and storing the ratio into param moves the counter they share.
example-ratio-detached-title = The detached ratio
example-ratio-detached-sentence = Detaching silences the error and silently drops the ratio's part of the gradient.
example-ratio-stacked-title = The stacked ratio
example-ratio-stacked-sentence = Building a new tensor keeps every part of the gradient, and nothing that was saved is edited.

theme-views = Views
example-edit-a-view-title = Editing a view edits its base
example-edit-a-view-sentence = An in-place edit of a row gives the base a new grad_fn, CopySlices, and the row a new one as well.
example-view-makes-base-stale-title = An edit through a view goes stale
example-view-makes-base-stale-sentence = The square saved the whole base; zeroing one of its rows moves the same counter.
example-split-refuses-edits-title = Views in a bundle refuse edits
example-split-refuses-edits-sentence = split() returns several views at once, and autograd lets none of them be edited in place.
example-slice-accepts-edits-title = Slices can be edited
example-slice-accepts-edits-sentence = A slice is a view on its own, so it can be edited and the base follows.

theme-whole = Whole programs
example-training-loop-title = A training loop
example-training-loop-sentence = Forward, backward, an update under no_grad(), and the gradients cleared: three times round.
example-mlp-title = A small network
example-mlp-sentence = A module with two linear layers, one loss, one optimizer step.
example-custom-function-title = A custom Function
example-custom-function-sentence = A Function of your own decides what it saves and how its gradient is computed.
example-custom-function-stale-title = A custom Function is checked too
example-custom-function-stale-sentence = What save_for_backward() keeps has its version checked like everything else.
example-transformer-layer-title = A transformer layer
example-transformer-layer-sentence = Attention, normalisation and a feed-forward block: one call leaves some seventy backward nodes behind.
example-rnn-cell-title = An RNN and its buffer
example-rnn-cell-sentence = Each state is computed from the last one, never from the buffer, so filling the buffer does no harm.

theme-notebooks = Notebooks
example-notebook-leaves-title = Leaf tensors and in-place edits
example-notebook-leaves-sentence = Two cells fail on purpose: a leaf is refused, and so is a slice of it. Two cells show how it may be edited.
example-notebook-data-detach-title = .data against detach()
example-notebook-data-detach-sentence = The same edit through both: one gives a wrong gradient in silence, the other is refused.
example-notebook-three-ratios-title = Fill, stack, detach
example-notebook-three-ratios-sentence = Three experiments with the same values forward: one has no gradient, and two have different ones.
example-notebook-retain-graph-title = Backward twice, and retain_graph
example-notebook-retain-graph-sentence = The second pass fails in its cell; the next cell keeps the graph, and the gradients add up.

## film: what a stored film shows, in titles and cards

film-title = Autograd film: { $subject }
film-title-finding = { $finding } – { $subject }
film-untitled = a PyTorch snippet
film-completed = { $operations } operations, { $nodes } backward nodes; the snippet completes.
film-counts = { $operations } operations, { $nodes } backward nodes.
film-raised = { $line ->
    [0] Raises { $type }: { $message }
   *[other] Line { $line } raises { $type }: { $message }
}
film-stopped = Stopped: { $message }
film-pending = This snippet has not been run yet. The film appears here when it has.
film-too-large-for-output = The film takes { $size } MB, and the output of a cell at most { $most } MB: it is in the file { $path }.
film-why = Why, and ways out
film-fixes = Ways out
film-unreadable = This film was made by another version of Gradreel and cannot be shown here. It is made anew in the background: try again later. The code is at /s/{ $id }.py.
embed-gone = This snippet was deleted by whoever made it.
embed-taken-down = The operator of this service took this snippet down.
embed-unknown = There is no snippet at this address. Check the link.
embed-open = Edit and run
embed-whole = Whole program

## why: diagnoses where errors are read: a terminal, an exception, CI

why-saved = saved for backward here
why-saved-node = { $node } saved { diagnosis-what }
why-saved-version = { $node } saved { diagnosis-what } at version { $version }
why-kept = it is kept since to { $goal } goes { $formula }, where { $incoming } is the gradient that comes in
why-kept-summed = it is kept since to { $goal } goes { $formula }, summed to its shape, where { $incoming } is the gradient that comes in
why-kept-read = it is kept since the gradient of { $goal } reads it
why-kept-edges =
    { $count ->
        [one] { $reason }; this goes along one of { $edges } edges, which add up
       *[other] { $reason }; this goes along { $count } of { $edges } edges, which add up
    }
why-kept-together = it is kept for the gradients of { $goals }, which one formula computes together
why-kept-author = { $node } is a custom Function: its forward() had it kept, and why is known only to its author
why-kept-inside = { $node } stands for an edit through a view: the function inside it keeps it, and which gradient reads it is not shown
why-kept-unknown = why { $node } keeps it is not known: no formula of its gradients is at hand
why-cut = gradients do not flow back past this
why-freed = this pass freed what the graph had saved
why-edited = edited in place here
why-edited-version = edited in place: version { $before } → { $after }{ diagnosis-again }
why-edited-unseen = overwritten, and no version counter moved
why-raised = raised here
why-raised-version = raised: needs version { $version } and found { $found }
why-refused = refused here
why-born = { $what ->
    [zero] { "" }the gradient becomes zero when backward() comes back here
   *[other] { $phase ->
        [backward] the first number that is not finite is born here, in backward
       *[other] the first number that is not finite is born here
    }
}
why-noticed = { $what ->
    [zero] a leaf gets the gradient of zero here
   *[other] it first shows here
}
why-here = shows here
why-role-saved = saved
why-role-cut = cut
why-role-born = born
why-role-noticed = noticed
why-role-freed = freed
why-role-edited = edited
why-role-raised = raised
why-role-here = here
why-film = Film:
why-memory-most = Graphs keep at most { $most } for backward, from { $path } line { $line } on:
why-memory-after = Graphs keep { $kept } for backward after { $path } line { $line }; at most they keep { $most }:
why-memory-nothing = No graph keeps a tensor for backward, or the film does not see it: what hooks hold, as those of checkpoint() and save_on_cpu(), is not known.
why-memory-unnamed = (no name)
why-memory-rest = of what the film leaves out
why-nothing = Nothing is wrong.
why-unknown = { $count ->
    [one] One diagnosis is left out: this Gradreel, { $here }, has no words for it. Gradreel { $made } made the film: upgrade Gradreel.
   *[other] { $count } diagnoses are left out: this Gradreel, { $here }, has no words for them. Gradreel { $made } made the film: upgrade Gradreel.
}
why-error = error
why-warning = warning
why-note = note
why-help = help
why-more = { $count ->
    [one] One more: gradreel why { $path }
   *[other] { $count } more: gradreel why { $path }
}
why-note-film = film: { $path }
run-film = the film is in { $path }.
run-holds-film = It holds the text of { $files }{ run-holds-more }{ $values ->
    [yes] , what the program printed, and values of tensors.
   *[no] {" "}and what the program printed.
}
run-holds-more = { $more ->
    [0] {""}
    [one] {" "}and one more file
   *[other] {" "}and { $more } more files
}
run-holds-notebook = It holds the text of { $files } and what the program printed.
run-holds-picture = { $values ->
    [yes] It shows lines of code, names, and values of tensors.
   *[no] It shows lines of code and names.
}
why-note-no-file = film: not written to a file; film.save("why.html") writes it

## told: lines on standard error about a recording, while the program goes on

told-raised-film = backward() raised; the film of the last steps is in { $path }
told-raised-no-film = backward() raised, and there is no film of it ({ $error })
told-non-finite-film = backward() gave a gradient that is NaN or infinite; the film of the last steps is in { $path }
told-non-finite-no-film = backward() gave a gradient that is NaN or infinite, and there is no film of it ({ $error })
told-not-watched = on_error() does not watch this program ({ $error })
told-inside = record() inside record(): one recording at a time; this block is a part of the film of the outer one
told-not-recorded = this block is not recorded ({ $error })
told-no-film = there is no film of this block ({ $error })
told-late = the film is not looked through for { $kinds }: that took too long
told-old-torch = PyTorch { $found } is older than { $oldest }, the oldest version that Gradreel is tested with: films may lack something
told-training-film = the film of training step { $step } is { $path }
told-training-no-film = there is no film of training step { $step } ({ $error })
told-training-not-recorded = this training is not recorded ({ $error })

## reading: what is read from a pasted text, where nothing can be run

reading-title = { $kind ->
    [version_mismatch] A tensor that backward needs was edited in place
    [transform_edit] A tensor that torch.func needs was edited in place
    [leaf_in_place] A leaf that requires grad was edited in place
    [multi_view_in_place] One of several views was edited in place
    [view_in_place] A view that autograd cannot follow was edited in place
    [graph_freed] A second backward pass through a graph that was freed
    [no_grad_path] No gradient path
    [non_scalar_root] backward() of a tensor that is no scalar
    [inference_tensor_saved] A tensor from inference mode is needed for backward
    [inference_edit] A tensor from inference mode was edited outside of it
    [custom_gradients] backward() of a custom Function returned wrong gradients
    [out_argument] out= and gradients
    [non_leaf_optimized] The optimizer was given a tensor that is no leaf
    [non_leaf_copied] deepcopy() of a tensor that is no leaf
    [numpy_requires_grad] numpy() of a tensor that requires grad
    [integer_requires_grad] Integers cannot require grad
    [non_leaf_flag] requires_grad of a tensor that is no leaf was changed
    [non_leaf_grad] .grad of a tensor that is no leaf was read
    [unused_parameter] A parameter got no gradient in distributed training
    [order_of_calls] GradScaler was updated without a step
    [non_finite] A gradient became NaN
   *[none] No error of autograd that is known
}
reading-meaning = { $kind ->
    [version_mismatch] Backward needs the tensor as it was when an op kept it. An edit in place has overwritten it since, so the gradient would be wrong.
    [transform_edit] Inside a transform of torch.func, a tensor that was kept for its gradient was edited in place afterwards.
    [leaf_in_place] Autograd refuses an edit in place of a leaf that requires grad, or of a view of one: its .grad would no longer belong to its values.
    [multi_view_in_place] unbind(), split(), chunk(), iteration and some custom Functions return several views at once. Autograd cannot follow an edit in place of one of them, or of their base.
    [view_in_place] The view was made by a custom Function, by a module hook, under no_grad or in inference mode. Autograd cannot follow an edit in place of it, or of its base.
    [graph_freed] A backward pass frees what its graph has saved. A second one came to a part of the graph that had been freed.
    [no_grad_path] No path of recorded ops leads from the tensor that backward() or grad() was called for to a leaf that requires grad, or to the inputs that were asked for.
    [non_scalar_root] Backward starts with a gradient of 1 for a scalar. For any other tensor it must be given a gradient of the same shape.
    [inference_tensor_saved] An op outside of inference mode would have to save a tensor that was made in it, and such a tensor has no version counter.
    [inference_edit] A tensor that was made in inference mode can be edited and changed there only. A clone() of it can be edited.
    [custom_gradients] backward() must return one gradient for each argument of forward(), each of its argument's shape and on its device, and None for what needs none.
    [out_argument] An op that writes into out= is not recorded, so it is refused where an argument requires grad.
    [non_leaf_optimized] An optimizer takes leaves. The result of an op, such as .to(device) or a product, is none.
    [non_leaf_copied] deepcopy() copies leaves only. The tensor is the result of an op, often one that a module keeps as an attribute.
    [numpy_requires_grad] NumPy records nothing, so numpy() is refused for a tensor that requires grad. detach().numpy() shares its memory.
    [integer_requires_grad] Only floating-point and complex numbers have gradients.
    [non_leaf_flag] requires_grad of the result of an op follows from its inputs. detach() gives a tensor that requires none.
    [non_leaf_grad] Only leaves keep their .grad, unless retain_grad() was called before backward().
    [unused_parameter] DistributedDataParallel waits for a gradient of each parameter, and at least one took no part in the loss.
    [order_of_calls] GradScaler.update() needs what GradScaler.step() has found since the last update.
   *[other] Backward computed a NaN: often an infinite slope times zero, as of sqrt(0), log(0) or a division by zero.
}
reading-fact-raised = { $kind ->
    [refused] Refused is what line { $line } does{ $shown ->
        [yes] : { $code }
       *[no] .
    }
   *[other] It was raised by line { $line }{ $shown ->
        [yes] : { $code }
       *[no] .
    }
}
reading-fact-view-of = The view is output { $output } of { $node }.
reading-fact-compiled = The pass is of code that torch.compile made. It keeps more than single ops do, so the tensor may be a parameter, a buffer (as of a BatchNorm layer), an input, or something between.
reading-fact-tensor = The edited tensor has shape { $shape }{ $dtype ->
    [unknown] { "" }
   *[other] { " " }and dtype { $dtype }
}{ $device ->
    [unknown] { "" }
    [cpu] { "" }
   *[other] , on { $device }
}.
reading-fact-versions = It was kept at version { $saved } and is at version { $current }: { $edits ->
    [0] it was edited since.
    [one] it was edited once since.
   *[other] it was edited { $edits } times since.
}
reading-fact-unnamed = The message does not say which tensor it is, as PyTorch does from version 1.1 on: it is of an older one, or it is cut off.
reading-fact-output = The edited tensor is output { $output } of { $node }. { $keeps ->
    [result] Its op keeps its result for its gradient, so an edit of that result is enough. Or this node is the edit itself: recent versions of PyTorch name the latest op.
    [both] Its op keeps its inputs and its result for its gradient, so an edit of that result is enough. Or this node is the edit itself: recent versions of PyTorch name the latest op.
    [input] Its op keeps no result, so another op kept this tensor as an input. This node may be the edit itself: recent versions of PyTorch name the latest op.
    [nothing] Its op keeps no tensor, so another op kept this one as an input. This node may be the edit itself: recent versions of PyTorch name the latest op.
   *[unknown] What its op keeps is not known.
}
reading-fact-saver = Anomaly mode: the node whose backward failed is { $node }. { $keeps ->
    [result] Its op keeps its result.
    [both] Its op keeps inputs and its result.
    [input] Its op keeps inputs.
    [nothing] By the table of derivatives its op keeps no tensor.
   *[unknown] What its op keeps is not known.
}
reading-fact-leaf = The message names no output of a node. So the tensor has no grad_fn: it is a leaf, as a parameter that optimizer.step() edited between two passes or an edit under no_grad changed, or it needs no gradient, as a buffer or an input.
reading-fact-weight = { $node } is how a layer uses its weight, transposed: what was edited is often the weight, by optimizer.step() between forward and backward.
reading-fact-view = { $node } stands for a view whose base was edited: a layer's weight that optimizer.step() edited, or a part of a tensor that was written into.
reading-fact-forward = Anomaly mode: { $named ->
    [yes] { $node }
   *[no] the node that failed
} was recorded on line { $line }{ $shown ->
    [yes] { " " }({ $code })
   *[no] { "" }
}. The edit comes after that.
reading-about-several = The text has { $count } different errors of autograd: this is about the last one.
reading-about-no-own = Every line of the traceback is in a library: the line of the program is not in it.
reading-about-not-custom = This error is known, but comes from a built-in op, unless a custom Function has the name of one: { $message }
reading-about-other-error = The text has an error, but none of autograd that is known here: { $type }: { $message }
reading-elsewhere = { $about ->
    [device] It is about a device that is not there: this PyTorch was built without it, or finds none. torch.cuda.is_available() tells; map_location="cpu" loads what was saved on one.
    [devices] It is about devices: an op was given tensors that are on different ones. .to(device) copies one to another.
    [memory] It is about memory. What autograd keeps for backward is a part of what is used: gradreel why film.json --kept tells how large, by line.
    [worker] It is about a worker process of a DataLoader, which ended. With num_workers=0 the error itself, if there is one, is raised in the program.
   *[other] This line only passes on what another process or thread raised. Paste what follows it as well, from "Original Traceback" on.
}
reading-about-cut = The text has a traceback without its last line: what was raised is cut off. Paste that line too.
reading-about-language = The text looks like an error of { $language }. Errors of PyTorch's autograd in Python are read here.
reading-about-nothing = The text has no traceback and no message of PyTorch's autograd. Paste the whole traceback, with its last line.
reading-too-large = The text is too large: at most { $most } KiB are read. Leave out what is far from the traceback.
reading-search-node = { $node }, which the message names, is the node that this edit records.
reading-search-augmented = This edits the tensor itself, where x = x + … makes a new one.
reading-search-module = It overwrites its input, which the layer before may have kept.
reading-search-subscript = It writes into the tensor that an op may have kept as a whole.
reading-search-method = Methods whose names end in an underscore edit in place.
reading-search-step = It edits every parameter. A backward pass after it, through a forward pass before it, needs the old values.
reading-search-weights = A layer uses its weight through a view ({ $node }), and a step edits the weight.
reading-search-whole = { $node } made a view: an edit of its base, or of another view of it, counts for all.
reading-search-out = It overwrites the tensor that it is given.
reading-search-no-grad = An edit under no_grad moves the version counter too.
reading-search-buffer = A buffer or a state that is written in every round of a loop is edited after the round before has kept it.
reading-search-load = It overwrites the parameters.
reading-search-norm = An embedding with max_norm edits its weight when it is called.
reading-search-leaf-augmented = If x is a leaf that requires grad, this is refused: edit it under torch.no_grad().
reading-search-leaf-subscript = If x is a leaf that requires grad, or a view of one, this is refused: edit x.clone() instead.
reading-search-leaf-method = Initialize parameters under torch.no_grad(), or with torch.nn.init.
reading-search-leaf-made = What is made so is a leaf: require grad after it has been filled.
reading-search-second-backward = Each backward pass frees its graph: two of them may share a part of it.
reading-search-same-backward = This pass runs in every round of a loop: what was computed before the loop is freed by the first round.
reading-search-carried = It is carried from one round into the next, with the graph of the rounds before: detach() it between them.
reading-search-summed = A sum of losses keeps the graphs of all rounds: call backward() on the loss of this round.
reading-search-grad-call = autograd.grad() frees the graph as backward() does.
reading-search-detach = detach() cuts the path.
reading-search-under-no-grad = Nothing in there is recorded.
reading-search-item = A Python number has no graph.
reading-search-data = .data is cut off from the graph.
reading-search-rebuilt = A new tensor of numbers has no graph.
reading-search-numpy = What goes through NumPy has no graph.
reading-search-frozen = What is frozen needs no gradient: if everything is, nothing does.
reading-search-argmax = A choice or a rounding has no gradient.
reading-search-root = Call it on a scalar, such as loss.mean(), or give it a gradient.
reading-search-reduction = The loss is then no scalar.
reading-search-many-views = It returns several views: index x[i] instead, or edit a clone().
reading-search-rows = Iteration returns several views at once, as unbind() does.
reading-search-view-made = A view that is made in there must be edited in there.
reading-search-hook = A full backward hook gives the module views: turn inplace=True off there.
reading-search-inference = Tensors that are made in there cannot be used for gradients: clone() them outside, or use no_grad().
reading-search-custom = Compare what it returns with the arguments of forward().
reading-search-out-refused = Assign the result instead.
reading-search-non-leaf = The result of an op is no leaf: make the tensor where it is needed, and then require grad.
reading-search-copied = What is copied holds the result of an op.
reading-search-kept-result = An attribute of a module may hold the result of an op: detach() it where it is kept.
reading-search-to-numpy = Call detach() first.
reading-search-np = A function of NumPy that is given a tensor calls numpy().
reading-search-integer = The tensor holds integers: make it of floating-point numbers.
reading-search-flag = It can be set for leaves only: detach() the result of an op.
reading-search-grad-read = Call retain_grad() on the tensor before backward(), or read the .grad of a leaf.
reading-search-unused = A layer that the forward pass does not use gets no gradient: find_unused_parameters=True, or leave it out.
reading-search-scaler = Call scaler.step(optimizer) before it.
reading-search-slope = Its slope at 0 is infinite.
reading-search-log = log(0) is infinite.
reading-search-division = A division by zero.
reading-edit-augmented = It edits in place.
reading-edit-subscript = It writes into the tensor.
reading-edit-attribute = It writes into the tensor.
reading-edit-method = It edits in place.
reading-edit-module = It overwrites its input (inplace=True).
reading-edit-out = It writes into out=.
reading-edit-step = The step edits the parameters.
reading-edit-load = It overwrites the parameters.
reading-edit-norm = An embedding with max_norm edits its weight when it is called.
reading-edit-data = It edits past the version counter.
reading-edit-node = { $node }, which the message names, is the node that this edit records.
reading-edit-weights = A layer uses its weight through a view ({ $node }), and this edits weights.
reading-edit-part = { $node } made a view, and this writes into the whole.
reading-edit-maker = It edits { $name }, which { $node } may have made.
reading-edit-saved = It edits { $name }, which stands on line { $saved_line }, where anomaly mode says that it was kept.
reading-edit-alias = It edits { $name }, another name for what stands on line { $saved_line }, where anomaly mode says that it was kept.
reading-edit-leaf-step = The message names no node, so a leaf was edited, and this edits parameters.
reading-edit-leaf-no-grad = The message names no node, so a leaf may have been edited, and this edits under no_grad.
reading-edit-shape = It edits { $name }, which is made in the shape that the message names.
reading-edit-refused = This is the edit that was refused.
reading-edit-of-leaf = It edits a tensor that was made to require grad.
reading-not-rebound = x = x + … and other assignments to a name: they make a new tensor, and the kept one stays.
reading-not-data = edits through .data: they move no version counter, so this check cannot see them.
reading-not-numpy = edits through a NumPy array that shares the memory: they move no version counter either.
reading-not-leaf = a parameter: it has no grad_fn, and the message would name no output of a node.
reading-not-no-grad = edits of leaves under torch.no_grad(): they are allowed.
reading-not-retained = retain_graph=True that is missing in the pass which raises: an earlier pass has freed the graph.
reading-not-zeroed = a gradient that is only zero: there is no path at all.
reading-ruled-out = ruled out: { $what }
reading-suspect = { $line ->
    [none] search for { $text }
   *[other] line { $line }: { $text }
}. { $reason }
reading-record = To see it, record it where the program runs: { $first }, or { $second }
reading-example = The nearest built-in example: { $example }
reading-torch = PyTorch { $versions } words it so.
reading-code-unreadable = Python cannot read the code beside the text, so it was left out.
reading-code-no-line = No line of the traceback is in the code beside it.

## served: words of the pages before any script has run

served-title = Gradreel: watch PyTorch's autograd
served-description = Paste a PyTorch snippet and watch autograd as a film: forward, in-place edits, saved tensors, versions, backward.
served-insecure = The sandbox is off: snippets run on this machine without any confinement. Do not expose this server.
served-no-script = Playing the film needs JavaScript.
served-guide = Embedding a film
served-api = API
served-home = Back to the playground
served-nothing = There is nothing at this address. Check it, or start from the playground.

## learn: lessons, tasks, and claims that are not so

learn-title = Learn autograd
learn-intro = Each lesson has a film that asks what happens next, and a task that is checked by running your program: by what autograd recorded, not by what it prints. Nothing is kept but in your browser.
learn-myths = Claims, tested
learn-myths-intro = What pages on the web say of in-place edits, run with plain PyTorch. Each program is short; run it yourself.
learn-progress = {"{n}"} of { $count } solved
learn-number = Lesson { $number } of { $count }
learn-task = Task
learn-check = Check
learn-again = Start again
learn-watch = Watch the film
learn-open = Open in the playground
learn-source = The claim is from
learn-no-script = The editor and the check need JavaScript.
learn-solved = Solved.
learn-unsolved = Not yet.
learn-working = Running your program …
learn-offline = The server cannot be reached. Try again in a moment.
learn-completes = The program runs to its end.
learn-gradient = backward() leaves { $values } in { $name }.grad.
learn-holds = { $name } holds { $values } in the end.
learn-leaf = { $name } is a leaf.
learn-line = The line { $code } is run{ $count ->
    [1] {""}
   *[other] {" "}{ $count } times
  }, as it stands.
learn-without = { $op } is not used.
learn-too-long = Your program was stopped, since it ran for too long. Does a loop never end?
learn-too-large = Your program does too much to be checked: its film takes { $kib } KiB, and { $limit } is the limit. Shorten its loops.
learn-failed = Line { $line }: { $text }

## animation: what is written on the frames of a GIF or a video

animation-step = Step { $step } of { $steps }
animation-part = Step { $step } of { $steps } · { $shown } shown

## share: the share dialog

share-title = Share
share-links = Links
share-public = Links are public: whoever has one can read the code. Nothing is stored before you press the button.
share-create = Create short link
share-working = One moment …
share-created = Stored. The film is there for whoever has the link.
share-existed = This code already had this link.
share-yours = This link is public. Only this browser can delete it: it keeps the token.
share-not-yours = This link is public. Only those who made it can delete it, each in the browser that keeps the token.
share-example = This example has a link of its own. A short link, which embeds need, stores its code and film.
share-delete = Delete this link
share-deleted = Deleted: the link now leads nowhere.
share-withdrawn = You have withdrawn it. The link still works: somebody else has made it for the same code.
share-link = Short link
share-at-step = Open at step { $step }
share-cell = Open at cell [{ $number }]
share-code-link = Link that holds the code itself
share-code-note = Nothing is stored for it; the code travels in the part of the address that browsers do not send.
share-problem-too_many_requests = Too many links at once. Try again in { $seconds } s.
share-problem-too_many_snippets = You have as many links as one reader may have: delete some first.
share-problem-store_full = The server has no room for another link.
share-problem-delete_refused = Only the browser that made this link can delete it.
share-problem-gone = This link was deleted before.
share-problem-file = The file could not be made.
share-copy = Copy
share-copied = Copied
share-copy-by-hand = Selected: press Ctrl+C
share-embed = Embed
share-embed-first = An embed shows a stored film: create the short link first.
share-embed-note = Paste this into an article. It never runs code on a page view.
share-embed-guide = How to embed a film
share-html = HTML
share-markdown = Markdown: a picture that links to the film
share-theme = Theme
share-theme-auto = the reader's
share-theme-light = light
share-theme-dark = dark
share-view = Show
share-view-graph = graph
share-view-both = graph and code
share-view-code = code
share-autoplay = Play when in view
share-controls = Show the transport
share-predict = Ask what happens next
share-files = Files
share-files-note = SVG and PNG draw this step; HTML plays the whole film offline; JSON is the trace; ZIP is a folder for a website, once there is a link.
folder-readme =
    # { $title }

    A film of PyTorch autograd, made by Gradreel. { $files }

    index.html plays the film. It needs nothing else and asks no other host for anything: put this folder on any web server, under any path, or open the file. In an article:

    <iframe src="index.html" width="100%" height="560" loading="lazy" style="border:0"></iframe>
share-files-none = Run the code first: then there is something to save.
share-files-notebook = IPYNB is a notebook with the outputs of each cell, once there is a link.
share-animation = Animation
share-animation-note = GIF for a README, MP4 and WebM for slides: the film with its code, in twenty seconds or so. Making one may take a minute.
share-animation-first = An animation is made of a stored film: create the short link first.
share-animation-working = It is being made …
share-animation-markdown = Markdown: the GIF, which links to the film
share-problem-animation_not_made = The animation could not be made: this film may be too long for one.

## speaker: what the speaker sees while presenting

speaker-step = Step { $step } of { $steps }
speaker-next = Next
speaker-last = This is the last moment.
speaker-nothing = Nothing is written for the speaker at this step.

## Where a bad gradient is born

diagnosis-non_finite-title = Numbers stop being finite
diagnosis-non_finite-finding = Line { $line } makes { $value ->
    [nan] NaN
   *[inf] an infinity
}{ $phase ->
    [backward] { " " }in the backward pass
   *[forward] { "" }
}
diagnosis-non_finite = Line { $line } ({ $code }) makes { $value ->
    [nan] NaN
   *[inf] an infinity
}{ $phase ->
    [backward] { " " }when backward() comes back through it
   *[forward] { "" }
}: { diagnosis-cause }{ $given ->
    [yes] { " " }({ $elements }).
   *[no] .
}{ diagnosis-reach }{ $rounds ->
    [1] { "" }
   *[other] { " " }It happens again in later rounds.
}
diagnosis-cause = { $cause ->
    [zero_times_infinity] zero times infinity. What was not chosen, or counts for nothing, still has a slope, which is infinite there
    [root_of_zero] the slope of a root is infinite at 0
    [log_of_zero] the logarithm of 0 is infinite, and so is its slope
    [division_by_zero] something is divided by 0
    [zero_over_zero] 0 is divided by 0
    [overflow] the result is too large for its dtype
    [outside_domain] the function is not defined there
    [std_of_one_element] the deviation of a single element divides by 0
    [mean_of_nothing] a mean of no elements divides by 0
    [all_masked] every element of a row is masked with −∞
    [infinity_minus_infinity] infinities were there already, and ∞ − ∞ is NaN
    [infinite_slope] the slope is infinite at the edge of where the function is defined
    [input_data] it is among the numbers that the program puts there
    [uninitialized] its memory was never filled, and holds whatever lay there
    [given_gradient] a gradient that was given to backward(), or by a hook, is not finite
    [custom_function] a Function of the program’s own returned it
   *[other] what it read was finite, what it gave is not
}
diagnosis-reach = { $reach ->
    [root] { " " }It reaches what backward() on line { $noticed_line } begins from.
    [parameter] { " " }It reaches a parameter{ $named ->
        [yes] , { $name },
       *[no] { "" }
    } on line { $noticed_line }.
    [anomaly] { " " }Anomaly mode stops backward() on line { $noticed_line }.
   *[leaf] { " " }It reaches the gradient of { $named ->
        [yes] { $name }
       *[no] a leaf
    }{ $more ->
        [0] { "" }
        [one] { " " }and of one more
       *[other] { " " }and of { $more } more
    }.
}

# Graphs that grow

diagnosis-graph_grows-title = A graph that grows with every round
diagnosis-graph_grows-finding = Line { $line } keeps the graph of every round in { $holder }
diagnosis-graph_grows = Line { $line } ({ $code }) keeps the graph of every round of the loop on line { $loop_line }: { $holder } holds on to it{ $more ->
    [0] { "" }
    [one] , and so does { $more } more name
   *[other] , and so do { $more } more names
}. No backward pass will read what that graph has saved, and it is not freed: { $bytes } bytes more in each of { $rounds } rounds.

# Gradients that add up, are cleared too early, or reach no optimizer

diagnosis-gradient_accumulates-title = Gradients that are never cleared
diagnosis-gradient_accumulates-finding = { $named ->
    [yes] { $name }.grad is not cleared between the steps of line { $line }
   *[no] Gradients are not cleared between the steps of line { $line }
}
diagnosis-gradient_accumulates = Line { $line } ({ $code }) uses more than one round’s gradient: backward() on line { $backward_line } added to the .grad of { diagnosis-some-leaves }, and an earlier step had used what was there. { $ever ->
    [yes] It is cleared at times, but not between these steps.
   *[no] Nothing clears it between the steps.
}
diagnosis-some-leaves = { $named ->
    [yes] { $name }
   *[no] a leaf
}{ $more ->
    [0] { "" }
    [one] { " " }and one more
   *[other] { " " }and { $more } more
}
diagnosis-order_of_calls-title = Calls in the wrong order
diagnosis-order_of_calls = { $case ->
    [cleared] Line { $line } ({ $code }) clears the gradients of backward() on line { $backward_line } before the step on line { $step_line } uses them: the step changes nothing.
    [clipped] Line { $line } ({ $code }) clips gradients after the step on line { $step_line } has used them: what is clipped changes no weight any more.
    [scaled] Line { $line } ({ $code }) clips gradients that are still multiplied by the scale of GradScaler: the limit is that many times too small. The step on line { $step_line } divides by the scale only afterwards.
    [updated] Line { $line } ({ $code }) updates the scaler before its step on line { $step_line } has looked for infinities: update() has nothing to go by, and raises.
    [unscaled] Line { $line } ({ $code }) takes the step without the scaler, with gradients that are still multiplied by its scale; update() on line { $step_line } then has nothing to go by, and raises.
   *[scheduled] Line { $line } ({ $code }) steps the scheduler before the optimizer, on line { $step_line }, has taken a step: the first learning rate is never used.
}
diagnosis-not_optimized-title = Gradients that no optimizer uses
diagnosis-not_optimized-finding = No optimizer that steps has { $name }
diagnosis-not_optimized = { $name }{ $more ->
    [0] { " " }gets
    [one] { " " }and one more parameter get
   *[other] { " " }and { $more } more parameters get
} gradients from backward() on line { $backward_line }, and no optimizer that steps has { $more ->
    [0] it
   *[other] them
}{ $others ->
    [yes] , while others of { $module } are updated
   *[no] : nothing of { $module } is updated
}.{ $one ->
    [yes] { " " }{ $younger ->
        [yes] It was made after the optimizer on line { $line } ({ $code }).
       *[no] The optimizer is made on line { $line } ({ $code }).
    }
   *[no] { "" }
}
diagnosis-unused_parameter-title = Parameters that nothing uses
diagnosis-unused_parameter-finding = { $name } gets no gradient
diagnosis-unused_parameter = { $name }{ $more ->
    [0] { " " }gets
    [one] { " " }and one more parameter get
   *[other] { " " }and { $more } more parameters get
} no gradient: { $case ->
    [never] { $own ->
        [yes] the forward of { $module } never uses it
       *[no] { $module } is part of { $around }, whose forward never uses it
    }
    [not_now] the program uses { $module } only under a condition that did not hold in this run
   *[used] line { $used_line } uses { $module }, and nothing of that reaches what backward() on line { $backward_line } begins from
}.{ $reduction ->
    [yes] { " " }DistributedDataParallel waits for the gradient of every parameter; find_unused_parameters=True lets it look for those that get none.
   *[no] { "" }
}
fix-clear_gradients = Call { $name }.zero_grad() so that the gradient that the step on line { $line } used is cleared before the next backward().
fix-clear_gradient = Set { $name }.grad to None below line { $line }, so that the next backward() begins anew.
fix-step_then_clear = Let the step on line { $step_line } come after backward() and before the zero_grad() of line { $line }.
fix-clip_before_step = Clip before the step on line { $step_line }, not after it.
fix-schedule_after_step = Move the scheduler’s step from line { $line } to below that of the optimizer on line { $step_line }.
fix-unscale_before_clip = Call { $name }.unscale_() above line { $line }, so that the gradients themselves are clipped.
fix-update_after_step = Move the update of line { $line } below the scaler’s step on line { $step_line }.
fix-step_by_scaler = Let { $name } take the step on line { $line }: it divides the gradients by the scale and skips the step where they are infinite.
fix-optimize_too = Give the optimizer on line { $line } the parameters of { $name } as well.
fix-optimizer_after = Make the optimizer of line { $line } below line { $made_line }, so that it has the new parameters too.
fix-whole_module = Give the optimizer on line { $line } all parameters of { $name }.
fix-find_unused = Give DistributedDataParallel on line { $line } find_unused_parameters=True, so that it does not wait for the gradients of parameters that get none.

# Ways out of numbers that are not finite

fix-safe_where = Give what is not chosen a harmless value on line { $line }: { $name } only where { $condition }, 1 elsewhere. The gradient of what where() leaves out is multiplied by zero, and zero times infinity is NaN.
fix-eps_in_root = Add { $bound } inside the root on line { $line }: its slope at zero is infinite.
fix-clamp_root = Keep what is under the root on line { $line } at or above { $bound }.
fix-eps_in_division = Add { $bound } to the divisor on line { $line }.
fix-clamp_log = Keep what the logarithm on line { $line } is given at or above { $bound }.
fix-clamp_domain = Keep what is given to the function on line { $line } inside its interval by { $bound }: its slope at the ends is infinite.
fix-log_softmax = Compute log_softmax() on line { $line }, which never takes the logarithm of a probability that was rounded to zero.
fix-log_sigmoid = Compute logsigmoid() on line { $line }, which never takes the logarithm of a probability that was rounded to zero.
fix-with_logits = Compute binary_cross_entropy_with_logits() on line { $line }, which never takes the logarithm of a probability that was rounded to zero.
fix-softplus = Compute softplus() on line { $line }, which does not overflow.
fix-finite_mask = Mask with the least finite number on line { $line }, not with minus infinity.
fix-mean_of_any = Let the mean on line { $line } be zero where there is nothing to average.
fix-without_correction = Divide by the number of elements on line { $line } (correction=0): the deviation of one element is then zero.

diagnosis-zero_gradient-title = A gradient of zero
diagnosis-zero_gradient = { $named ->
    [yes] { $name }
   *[no] A leaf
}{ $more ->
    [0] { " " }gets
    [one] { " " }and one more leaf get
   *[other] { " " }and { $more } more leaves get
} a gradient of exactly zero everywhere{ $of ->
    [1] { "" }
   *[other] { $always ->
        [yes] { " " }in all { $of } passes
       *[no] { " " }in { $rounds } of { $of } passes
    }
}. The gradient is not zero until backward() on line { $noticed_line } comes to line { $line } ({ $code }): { diagnosis-zero-cause }.
diagnosis-zero-cause = { $cause ->
    [dead_relu] wherever a gradient arrives, its ReLU was given a negative number or zero, and there its slope is 0
    [saturated] wherever a gradient arrives, its function was given a number at which the slope is 0 in this dtype
    [one_choice] a softmax of a single element is 1 whatever it is given
    [clamped] wherever a gradient arrives, the number lies outside the limits, and what is cut off has no slope
    [rounded] it makes steps, and between two steps the slope is 0
    [masked] all of it is replaced, or multiplied by zeros
   *[underflow] the product is too small for its dtype, and becomes 0
}
fix-leaky_relu = Use a leaky ReLU on line { $line }: it has a slope for negative numbers too.
fix-sigmoid_of_one = Use a sigmoid on line { $line }: a single output has nothing to share its probability with.
fix-straight_through = Let the gradient pass the step on line { $line } as if it were not there.

## piece: what a piece of code shows without being run

piece-edit-breaks = { $how ->
    [step] This step edits parameters that are kept before it: a backward pass that still needs them fails.
    [load] It overwrites parameters that are kept before it: a backward pass that still needs them fails.
   *[other] It edits { $name }, which is kept before it: a backward pass that still needs it fails.
}
piece-edit-silent = It edits { $name }, which is kept before it, past the version counter: backward does not fail, but computes with the new values. The gradient is then wrong, and nothing says so.
piece-edit-refused = { $name } requires grad and is made as a leaf, or is a view of one: PyTorch refuses this edit, except under torch.no_grad().
piece-edit-unfollowed = Whether this edit does harm is not known: this part of the code was not followed.
piece-edit-given-to = Nothing here is known to keep { $name } before this edit; but line { $line } gives it to { $called }, and what that keeps is not known.
piece-edit-unknown = Nothing here is known to keep { $name } before this edit; but it comes from a call that is not followed, which may have kept it.
piece-edit-given = Nothing here keeps { $name } before this edit; but it comes from outside of this function, and what made it may have kept it.
piece-edit-harmless = { $how ->
    [step] No pass that is still to come needs the parameters as they were: harmless, as far as this code shows.
   *[other] Nothing before this edit keeps { $name }: harmless, as far as this code shows.
}
piece-edit-grad = It edits a gradient. That does harm only after a backward pass with create_graph=True.
piece-keeps-result = { $op } { $sure ->
    [yes] keeps
   *[no] may keep
} its result for its gradient{ $known ->
    [yes] .
   *[no] {", if "}{ $needs } requires grad.
}
piece-keeps-input = { $op } { $sure ->
    [yes] keeps
   *[no] may keep
} { $name } for its gradient{ $known ->
    [yes] .
   *[no] {", if "}{ $needs } requires grad.
}
piece-keeps-weights = { $op } { $sure ->
    [yes] keeps
   *[no] may keep
} its parameters for its gradient{ $known ->
    [yes] .
   *[no] {", if "}{ $needs } requires grad.
}
piece-or = {" or "}
piece-and = {", "}
piece-unreadable = Python cannot read this code
piece-title = { $count ->
    [0] Nothing edits in place here
   *[other] What edits in place here
}
piece-about = Read without running it. Whether a name is a tensor is a guess, and what functions of the code do inside is not followed across calls.
piece-missing = Used here and never bound: { $names }.
piece-libraries = Not here: { $names }. The code is read, and can be recorded where these are installed.
piece-call-offered = A small call of { $name }, with sizes that its layers take.
piece-call-missing = No call of { $name } is offered: it uses { $what }, which is not here.
piece-call-no-forward = { $name } has no forward() here, so no call is offered.
piece-call-inherited = What the constructor of { $name } takes is in the class that it is derived from, so no call is offered.
piece-call-argument = No call of { $name } is offered: what its argument { $what } is to be is not known.
piece-call-inputs = No call of { $name } is offered: which shape { $what } must have is not known from its layers.
piece-call-no-result = No call of { $name } is offered: it returns no tensor that could be summed.
piece-break = line { $line }: { $reason }
piece-call = add this to call it: { $call }
