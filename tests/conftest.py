"""Hypothesis without a stopwatch: a busy machine is no bug."""

from hypothesis import settings

settings.register_profile("tablee", deadline=None)
settings.load_profile("tablee")
