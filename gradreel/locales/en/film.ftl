### What a stored film shows, in titles and cards.

film-title = Autograd film: { $subject }
film-title-finding = { $finding } – { $subject }
film-untitled = a PyTorch snippet
film-completed = { $operations } operations, { $nodes } backward nodes; the snippet completes.
film-counts = { $operations } operations, { $nodes } backward nodes.
film-fragment = { $completed } of { $cells } cells completed. { $raised }
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
