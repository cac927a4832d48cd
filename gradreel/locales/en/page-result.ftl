### The playground: how a run ended, fixes, and the comparison of two runs.

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
page-problem-too-much = This takes more time than the server gives one answer
page-problem-too-much-why = Cut it down to the part that matters.
page-problem-blocked = This server does not answer requests from your address
page-problem-blocked-why = Its operator has shut it out. The About box says whom to ask.
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
page-well-unshown = { $passes ->
    [one] backward() completed
   *[other] { $passes } backward passes completed
}. In what the film shows { $edits ->
    [0] nothing was edited in place
    [one] there is one in-place edit, and no saved tensor is stale
   *[other] there are { $edits } in-place edits, and no saved tensor is stale
  }; what it does not show was not looked at.
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
page-unchecked-pending = What the check prevented is being found out…
page-fix-old = Off while the editor holds another program: run it first, or undo the change.
page-fix-trying = Being tried…
page-fix-works = Tried: it works.
page-fix-left-out = { $count ->
    [one] One change was tried and is left out: the program then raises { $types }.
   *[other] { $count } changes were tried and are left out: the program then raises { $types }.
}
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
