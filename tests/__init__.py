"""Tests of boardlab."""
