"""What tests over all rulesets share: somebody who answers whatever rules ask, so that any ruleset goes on."""

from typing import Any

from interpreter.track.choices import Request, Unasked


class FirstOption(Unasked):
    """Says no where it may, and else takes the first there is."""

    def answer(self, request: Request) -> Any:
        if request.kind == "may":
            return False
        if request.kind == "order":
            return list(range(len(request.options)))
        if request.kind in ("any", "up to"):
            return []
        if request.kind in ("some", "exactly"):
            return list(request.options[: max(1, request.count)])
        return request.options[0]
