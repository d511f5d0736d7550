"""Questions about content and fights: why something happened, what examples cover, what an entry does in plain words.

Nothing here changes a fight; what is asked of one is answered by playing it again and looking closer.
"""
