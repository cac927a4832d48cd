"""Pages and pictures of films, as text and bytes: filled templates, the guide, embed code, stills. Nothing here knows of HTTP."""
