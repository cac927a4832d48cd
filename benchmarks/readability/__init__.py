"""Can a person read the picture of a real program? Realistic programs, opened in Chromium, measured by what is in view and how large."""
