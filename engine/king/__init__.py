"""The King game: who must draw a punishment, what it says, and when it is settled.

Seed 000: a game of UNO for the throne. Whoever wins is exempt; who loses draws one of a hundred
punishments, one on each coloured number and action card, and the 24 with the chilli mark are hot.
"""

from engine.king.cards import NAMES, Language, Punishment, builtin, parse_name
from engine.king.due import Due, due
from engine.king.events import Drawn, KingEvent, MildOnly, Settled
from engine.king.ledger import KingCode, KingView, Ledger, Owed, Refused, Setting, ledger_for
from engine.king.line import Punish, Settle
from engine.king.own import BadPunishments, with_own

__all__ = [
    "NAMES",
    "BadPunishments",
    "Drawn",
    "Due",
    "KingCode",
    "KingEvent",
    "KingView",
    "Language",
    "Ledger",
    "MildOnly",
    "Owed",
    "Punish",
    "Punishment",
    "Refused",
    "Setting",
    "Settle",
    "Settled",
    "builtin",
    "due",
    "ledger_for",
    "parse_name",
    "with_own",
]
