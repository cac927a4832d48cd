"""Pages with the element as five site generators render them: their markup around raw HTML, shortened to what can matter to the element."""

from __future__ import annotations

HUGO = """<!doctype html><html lang="en" dir="auto"><head><meta charset="utf-8"><meta name="generator" content="Hugo 0.140.0">
<title>Post</title><style>body{{background:#fff}}body.dark{{background:#1d1e20;color:#ddd}}</style>{script}</head>
<body class="" id="top"><main class="main"><article class="post-single"><div class="post-content">
<p>Text.</p>
{element}
<p>More.</p></div></article></main></body></html>"""

JEKYLL = """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="generator" content="Jekyll v4.3.3">
<title>Post</title>{script}
</head><body><main class="page-content" aria-label="Content"><div class="wrapper"><article class="post h-entry" itemscope>
<div class="post-content e-content" itemprop="articleBody"><p>Text.</p>

{element}

<p>More.</p></div></article></div></main></body></html>"""

DOCUSAURUS = """<!doctype html><html lang="en" dir="ltr" class="docs-wrapper" data-theme="light" data-has-hydrated="true">
<head><meta charset="UTF-8">
<meta name="generator" content="Docusaurus v3.6.0"><title>Page</title>
<style>html{{background:#fff}}html[data-theme=dark]{{background:#1b1b1d}}</style>{script}</head>
<body class="navigation-with-keyboard"><div id="__docusaurus"><div class="main-wrapper"><main><article>
<div class="theme-doc-markdown markdown"><p>Text.</p>{element}<p>More.</p></div></article></main></div></div></body></html>"""

QUARTO = """<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en"><head><meta charset="utf-8">
<meta name="generator" content="quarto-1.6.39"><title>Page</title>
<style>body.quarto-light{{background:#fff}}body.quarto-dark{{background:#222}}</style>{script}</head>
<body class="quarto-light fullcontent"><div id="quarto-content" class="page-columns page-rows-contents page-layout-article">
<main class="content" id="quarto-document-content"><p>Text.</p>
{element}
<p>More.</p></main></div></body></html>"""

REVEAL = """<!doctype html><html><head><meta charset="utf-8"><title>Slides</title>
<style>body{{background:#191919;color:#fff}}.slides{{width:960px;height:700px;transform:scale(.8)}}
.slides>section{{display:none}}.slides>section.present{{display:block}}</style>{script}</head>
<body class="reveal-viewport"><div class="reveal"><div class="slides">
<section class="present"><h2>One</h2></section>
<section class="future"><h2>Two</h2>{element}</section></div></div></body></html>"""

PAGES = {"hugo": HUGO, "jekyll": JEKYLL, "docusaurus": DOCUSAURUS, "quarto": QUARTO, "reveal": REVEAL}
DARK = {
    "hugo": "document.body.classList.add('dark')",
    "docusaurus": "document.documentElement.dataset.theme = 'dark'",
    "quarto": "document.body.className = 'quarto-dark fullcontent'",
}
"""How each switches to its dark theme."""
