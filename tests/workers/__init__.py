"""Tests of what works on visitors' texts."""
