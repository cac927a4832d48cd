"""Can a person read the picture of a real program? Realistic programs, opened in Chromium, measured by what is in view and how large.

``corpus`` reads the programs, ``measure`` and ``measure.js`` open and measure one, ``bench`` does so with all, ``report`` lays it out.
"""
