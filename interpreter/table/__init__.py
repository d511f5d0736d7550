"""A fight at the table: scripts and examples, scenarios, turn after turn, and how its log is told.

No rule is known here, and nothing writes to a fight but through the track.
"""
