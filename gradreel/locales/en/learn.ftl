### Lessons, tasks, and claims that are not so.

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
