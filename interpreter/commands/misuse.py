"""What a command says when it cannot do what it was asked for."""


class Misuse(Exception):
    """The command was asked for something that cannot be: the message says what and why."""
