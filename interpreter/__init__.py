"""Turnwright: an interpreter for the turn-order and track rules of tabletop games."""

__version__ = "0.1.0"
