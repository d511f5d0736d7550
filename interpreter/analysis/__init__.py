"""Questions about fights: why something happened, and why a rule did not act.

Nothing here changes a fight; what is asked is answered by playing it again and looking closer.
"""
