### What an author writes to a film.

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
