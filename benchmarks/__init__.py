"""The budgets of boardlab, measured; see :mod:`benchmarks.__main__`."""
