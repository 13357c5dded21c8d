"""A certificate's fingerprint as six words that two people can read to each other.

Hides: how words are made of a hash. They are English in every language: both ends must show the
same. Six words are 48 bits; each try at another certificate with the same words costs a tenth of a
second and 16 MiB, so nobody finds one. Must not know: who is trusted.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Final

COUNT: Final = 6
_ALL: Final = """
acorn actor album almond amber anchor apple apron arrow attic autumn avenue badge baker balloon
bamboo banjo barrel basket beacon beaver bench berry bishop blanket bottle branch bread bridge
broom bucket buffalo button cabin cactus camel candle canvas castle cattle cellar cement cherry
chimney circus clay clock cloud clover cobalt coffee comet copper coral corner cotton crane
cricket crystal curtain dagger daisy dancer desert diamond dinner dolphin donkey dragon drawer
drum eagle earth elbow elder engine fabric falcon feather fence ferry fiddle finger flame flute
forest fossil fountain fox frost galaxy garden garlic giant ginger glacier glove goblet grape
gravel guitar hammer harbor hazel heron hinge hockey honey horizon hotel hunter iceberg igloo
indigo ink iron island ivory jacket jaguar jelly jigsaw jockey jungle kettle kitten knight
ladder lagoon lantern lemon letter library lily linen lizard lobster lotus lumber magnet mango
maple marble meadow melon mirror monkey mosaic motor mountain muffin museum napkin needle nest
nickel noodle nutmeg oak oasis ocean olive onion opera orange orbit orchid otter oven oyster
paddle palace panda paper parrot pebble pencil pepper piano pigeon pillow planet plum pocket
poppy potato prairie prince puzzle pyramid quarry queen quill quiver rabbit radio raven ribbon
river robin rocket rose ruby saddle sailor salmon sandal satin scooter shadow shelter silver
sketch sleeve smoke snow socket spider sponge spring stable summer sunset table tailor teapot
temple thunder ticket tiger timber toast tomato tower train trumpet tulip tunnel turtle twig
umbrella velvet village violin volcano wagon walnut water whale willow window winter wizard yarn
yellow zebra
"""
WORDS: Final = tuple(_ALL.split())
"""256 words that are hard to mishear; the first four letters tell them apart."""


@lru_cache(maxsize=8)
def words(certificate: bytes) -> str:
    """Return the words for a certificate's hash. The first time takes a tenth of a second."""
    salt = b"cardtui/words/1"
    stretched = hashlib.scrypt(
        certificate, salt=salt, n=2**14, r=8, p=1, maxmem=64 * 2**20, dklen=COUNT
    )
    return " ".join(WORDS[byte] for byte in stretched)
