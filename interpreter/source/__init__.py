"""Text with positions: YAML read safely, every value knowing its file, line and column; diagnostics.

Here lives whatever turns files into values that can be pointed at, and whatever turns a finding into words
for a person or a program. What a value *means* does not live here: this room knows neither the rules
language nor any declaration, and imports nothing of the interpreter outside itself.
"""
