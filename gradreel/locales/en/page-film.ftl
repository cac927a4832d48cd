### A film: its story, badges, transport and timeline.

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
