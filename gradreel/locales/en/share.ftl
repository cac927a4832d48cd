### The share dialog.

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
share-measuring = Measuring…
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
