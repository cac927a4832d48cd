### Diagnoses where errors are read: a terminal, an exception, CI.

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
why-switched_off = gradients are switched off here
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
why-role-switched_off = switched off
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
why-untried = What the check prevented, the gradients that there would have been without it, is not tried here: this runs the program once. The playground finds it out for a program of one file (POST /api/diagnoses of the service).
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
