"""The core model: units, Inits, markers, relations, statuses, objectives, turns, and the life of an event.

It runs compiled rules and knows none of them. Everything that alters a fight goes through `happen`. Text, files and
the rules language stay outside; dice and choices come in through two ports.
"""
