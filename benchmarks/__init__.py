"""How fast it is, as ratios: each measure beside hand-written Python that does the same, in one process.

`python -m benchmarks` runs all. The tests never time anything; what is too slow is seen here.
"""
