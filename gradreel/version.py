"""Which version of Gradreel this is: the one place where it is written."""

VERSION = "0.2.0.dev0"
