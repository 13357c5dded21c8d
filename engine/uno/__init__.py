"""UNO: cards, rules as data, actions, state and play.

>>> from engine.fair import FairChance
>>> from engine.uno.game import UNO
>>> chance = FairChance(bytes(32), "example")
>>> state = UNO.deal(UNO.presets["official"], 3, 0, chance, frozenset()).state
>>> UNO.read(state, "turn"), UNO.read(state, "top")
('p2', 'b5')
>>> print(*UNO.legal(UNO.view(state, 1)), sep=", ")
play b1, play bs, draw
>>> step = UNO.apply(state, 1, UNO.parse("play bs"), chance)
>>> [type(event).__name__ for event in step.events]
['Played', 'Skipped']
>>> print(UNO.view(step.state, None).top, UNO.read(step.state, "turn"))
bs p1
"""
