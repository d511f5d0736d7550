"""Rulesets and their entries: files found and read, declarations gathered and checked, all of it compiled.

What comes out is a `Program`: plain records of functions. No fight is known here; what compiled functions call comes
in from outside.
"""
