"""The rules language: syntax tree, parser, types and the one table of words, checker, compiler.

Text comes in with its place in a file; checked trees and Python functions go out. No fight is run here, and no
ruleset's word is known here: what a ruleset declares comes in as a vocabulary.
"""
