"""Errors of autograd that are read from pasted texts."""
