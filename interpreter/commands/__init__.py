"""The `turnwright` command: each subcommand thin, in a file of its own, imported only when it is used."""
