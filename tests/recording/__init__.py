"""Tests of gradreel.record(), in the process that it records."""
