"""The command line, thin: arguments in, text out."""
