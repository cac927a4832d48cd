### The playground: what was pasted or opened, and its cells.

page-film-before = Running… This film is of the program before.
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
page-unread-long = This text has { $size } characters, which is too long to be read, and it stays as it was pasted. Cut it down to the part whose gradients you want to see.
page-unread-end = This text has { $size } characters, which is too long: only its end is here, with the error.
page-unread-slow = This text, of { $size } characters, could not be read within { $seconds } seconds, so it stays as it was pasted. Cut it down to the part whose gradients you want to see.
page-left-out-long = This text was left out: with it the code would have { $size } characters, and { $limit } are the most that this page takes. Cut it down to the part whose gradients you want to see.
page-left-out-slow = This text was left out: it has { $size } characters, { $limit } are the most that this page takes, and it could not be read as a notebook within { $seconds } seconds. Cut it down to the part whose gradients you want to see.
page-left-out-binary = This file was not opened: it is no text, and seems to be a picture, a PDF or a checkpoint. Open the program itself.
page-left-out-file = This file was not opened: it has { $size } MB, and { $limit } MB are the most that this page opens. A notebook is smaller when its outputs are cleared.
page-not-run = Not run.
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
