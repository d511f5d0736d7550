"""`turnwright why`: what led to an event of a fight, and which rules looked at it and did not act."""

from __future__ import annotations

from typing import Any

from interpreter.analysis.why import Link, Why, explain
from interpreter.commands.misuse import Misuse
from interpreter.commands.run import dice_of, prepared
from interpreter.commands.sound import settings
from interpreter.track.choices import show
from interpreter.track.dice import SeededDice


def why(path: str, seed: int | None, number: int, given: list[str]) -> int:
    """Explain an event; 1 if the content has errors."""
    ready = prepared(path)
    if ready is None:
        return 1
    loaded, builder, scenario = ready
    dice = dice_of(scenario, seed)
    found = None if number < 1 else explain(builder, scenario, dice, number, settings(loaded, given))
    if found is None:
        shown = f" with the seed {dice.seed}" if isinstance(dice, SeededDice) else ""
        raise Misuse(f"the fight has no event {number}{shown}")
    _tell(found)
    return 0


def _tell(found: Why) -> None:
    first, *rest = found.chain
    _tell_link("", first)
    for link in rest:
        _tell_link("because  ", link)
    if found.acted:
        print("\nrules that acted on it:")
        for site in found.acted:
            print(f"  {site.rule}  [{site}]")
    if found.idle:
        print("\nrules that looked at it and did not act:")
        for idle in found.idle:
            print(f"  {idle.rule}  [{idle.site}]")
            reason = "something in it is absent" if idle.absent else "it does not hold"
            print(f"    `{idle.failed}`: {reason}  [{idle.failed_site}]")


def _tell_link(word: str, link: Link) -> None:
    event = link.event
    print(f"{word}{event.id}: {link.told}")
    if event.site is not None:
        print(f"    by `{event.site.rule}`  [{event.site}]")
    if event.stopped is not None:
        reason, site, _ = event.stopped
        print(f"    stopped by `{site.rule}`  [{site}]" + (f": {reason}" if reason else ""))
    for dice in link.dice:
        who: Any = f"{dice['unit']} " if dice["unit"] else ""
        print(f"    {who}rolled {len(dice['faces'])}d{dice['sides']} for {dice['for']}: {dice['faces']}")
    for choice in link.choices:
        answer = show(choice["answer"])
        if choice["asked"]:
            print(f"    {choice['by']} chose {choice['name']}: {answer}")
        else:
            who = f"{choice['by']} gave no answer to" if choice["by"] else "nobody answered"
            print(f"    {who} {choice['name']}, so it is {answer}")
