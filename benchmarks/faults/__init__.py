"""Mistakes put into copies of the shipped content, to see which of them the checker finds."""
