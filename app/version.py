"""The installed distribution's version, for ``engine.gradreel`` and OpenAPI."""

from importlib.metadata import version

VERSION = version("gradreel")
