"""The text of a record: what is read, what is refused and why, what is written."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Code
from engine.record import Act, Check, Deal, Leave, Record, RecordError, Refusal, Shuffle, dump, load
from engine.uno.actions import DRAW, Play, parse
from engine.uno.cards import HAND_KINDS, parse_card
from engine.uno.rules import PRESETS

HEAD = 'cardtui = 1\ngame = "uno"\nrules = "official"\nplayers = ["Ann", "Bo"]\n'
DEAL = '[[deal]]\nstart.hands = ["r1", "g1 *"]\nstart.discard = "r5"\nstart.turn = "p1"\n'


def lines(*texts: str) -> tuple:
    """Read these lines in a record of two players."""
    quoted = ", ".join(f'"{text}"' for text in texts)
    return load(f"{HEAD}{DEAL}actions = [{quoted}]\n").deals[0].lines


# ---------------------------------------------------------------- lines


def test_an_action_has_one_canonical_form():
    (line,) = lines("  p1  play  call   r1 ")
    assert line == Act(0, "play r1 call", None)
    assert line.action == Play((parse_card("r1"),), call=True)
    assert str(line) == "p1 play r1 call"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("p2 draw", Act(1, "draw", DRAW)),
        ("p2 leave", Leave(1)),
        ("d shuffle r5 w *", Shuffle(("r5", "w", "*"))),
        ("= turn p2", Check("turn", "p2")),
        ("= hand p2 r5 w", Check("hand p2", "r5 w")),
        ("= hand p2", Check("hand p2", "")),
        ("= called", Check("called", "")),
        ("= winner p1 p2", Check("winner", "p1 p2")),
        ("= scores 34 0", Check("scores", "34 0")),
        ("! p1 pass", Refusal(Act(0, "pass", None), None)),
        ("! p1 pass -> must-draw", Refusal(Act(0, "pass", None), Code.MUST_DRAW)),
        ("! p1 sing a song -> bad-action", Refusal(Act(0, "sing a song", None), Code.BAD_ACTION)),
    ],
)
def test_every_kind_of_line(text, line):
    assert lines(text) == (line,)
    assert str(line) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "p1",
        "p1 sing",
        "p1 play",
        "p1 play x9",
        "p1 play r5 call call",
        "p1 play r5 swap",
        "p1 play r5 swap p2 swap p2",
        "p1 play r5 swap p11",
        "p1 draw r5",
        "p1 colour x",
        "p1 catch",
        "p0 draw",
        "p01 draw",
        "p3 draw",
        "p² draw",
        "P1 draw",
        "draw",
        "p3 leave",
        "p1 leave now",
        "d",
        "d deal r5",
        "= ",
        "=turn p1",
        "= hand",
        "= hand p3 r5",
        "= hand x r5",
        "!p1 draw",
        "! draw",
        "! p3 draw",
        "! p1 draw -> no-such-code",
        "! p1 draw ->",
        "? p1 draw",
    ],
)
def test_what_is_no_line_is_an_error_that_says_where(text):
    with pytest.raises(RecordError, match=r"^deal 1: line 2: "):
        lines("= turn p1", text)


def test_an_unknown_action_may_be_refused_but_not_done():
    (line,) = lines("! p1 play x9")
    assert line.act.action is None
    with pytest.raises(RecordError, match="x9"):
        lines("p1 play x9")


# ---------------------------------------------------------------- the file


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cardtui = ", "not TOML"),
        ("", "first key"),
        ('game = "uno"\ncardtui = 1\n', "first key"),
        ("cardtui = 2\n", "format 2"),
        ('cardtui = "1"\n', "format '1'"),
        ("cardtui = true\n", "format True"),
        ("cardtui = 1.0\n", "format 1.0"),
        ("cardtui = 1\n", "game: a text"),
        ('cardtui = 1\ngame = "chess"\n', "game: 'chess' is not one of uno, casino"),
        ('cardtui = 1\ngame = "uno"\n', "rules: a text"),
        ('cardtui = 1\ngame = "uno"\nrules = "mine"\n', "rules: 'mine' is not one of official"),
        (HEAD, r"no \[\[deal\]\]"),
        (HEAD + "deal = []\n", r"no \[\[deal\]\]"),
        (HEAD + "deal = 3\n", r"no \[\[deal\]\]"),
        (HEAD + "deal = [3]\n", "deal 1: not a table"),
        (HEAD + "colour = 3\n" + DEAL, "colour: no such key"),
        (HEAD + "date = 2024-01-01\n" + DEAL, "date: a text"),
        (HEAD + "note = 3\n" + DEAL, "note: a text"),
        (HEAD + DEAL + "winner = 3\n", "deal 1: winner: no such key"),
        (HEAD + "[[deal]]\n", "deal 1: either start or deck"),
        (HEAD + DEAL + 'deck = "*"\n', "deal 1: either start or deck"),
        (HEAD + DEAL + 'dealer = "p1"\n', "deal 1: dealer goes with deck"),
        (HEAD + '[[deal]]\ndeck = ["*"]\n', "deal 1: deck: a text"),
        (HEAD + '[[deal]]\ndeck = "*"\ndealer = "p3"\n', "deal 1: not a seat: 'p3'"),
        (HEAD + '[[deal]]\ndeck = "*"\ndealer = 1\n', "deal 1: dealer: a text"),
        (HEAD + '[[deal]]\nstart = "x"\n', "deal 1: start: a table"),
        (HEAD + DEAL + 'end = "x"\n', "deal 1: end: a table"),
        (HEAD + DEAL + "start.pending = 1.5\n", "deal 1: start.pending: a text, a number"),
        (HEAD + DEAL + "end.pending = true\n", "deal 1: end.pending: a text, a number"),
        (HEAD + DEAL + "end.scores = [1.5, 2]\n", "deal 1: end.scores: a text, a number"),
        (HEAD + DEAL + "end.hand.p1 = 'r1'\n", "deal 1: end.hand: a text, a number"),
        (HEAD + DEAL + 'actions = "p1 draw"\n', "deal 1: actions: an array"),
        (HEAD + DEAL + "actions = [1]\n", "deal 1: actions: an array"),
        (HEAD + DEAL + "times = 5\n", "deal 1: times: an array"),
        (HEAD + DEAL + 'times = "5"\n', "deal 1: times: an array"),
        (HEAD + DEAL + "times = [5]\n", "deal 1: times: 1 for 0 actions"),
        (HEAD + DEAL + 'actions = ["p1 draw"]\ntimes = ["5"]\n', "deal 1: times: seconds"),
        (HEAD + DEAL + 'actions = ["p1 draw"]\ntimes = [true]\n', "deal 1: times: seconds"),
        (HEAD + DEAL + 'actions = ["p1 draw"]\ntimes = [-1]\n', "deal 1: times: seconds"),
        (HEAD + DEAL + 'actions = ["p1 draw"]\ntimes = [nan]\n', "deal 1: times: seconds"),
        (HEAD + DEAL + 'actions = ["p1 draw"]\ntimes = [inf]\n', "deal 1: times: seconds"),
    ],
)
def test_what_is_no_record_is_an_error_that_says_why(text, reason):
    with pytest.raises(RecordError, match=reason):
        load(text)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ('"stack"', "options: a table"),
        ("{ speed = 3 }", "options: speed: there is no such option"),
        ("{ stack = true }", "options: stack: True is not one of none, same, up"),
        ('{ stack = "down" }', "options: stack: 'down' is not one of none, same, up"),
        ("{ deck = 108.0 }", "options: deck: 108.0 is not one of 108, 112"),
        ("{ jump_in = 1 }", "options: jump_in: 1 is not true or false"),
        ('{ jump_in = "yes" }', "options: jump_in: 'yes' is not true or false"),
        ("{ target = -1 }", "options: target: -1 is not a whole number"),
        ("{ target = true }", "options: target: True is not a whole number"),
        ("{ hand_size = 1 }", "options: hand_size: 1 is not a whole number from 2 to 50"),
        ('{ first_card_back = "w+4" }', "options: first_card_back: 'w.4' is not a list"),
        ('{ first_card_back = ["x"] }', "options: first_card_back: .* is not a list of some of 0"),
        ("{ first_card_back = [] }", "options: first_card_back without w.4"),
        ("{ deflect = true }", "options: deflect with stack = none"),
    ],
)
def test_bad_options_are_named(options, reason):
    with pytest.raises(RecordError, match=reason):
        load(f"{HEAD}options = {options}\n{DEAL}")


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        ('["Ann"]', "", "players: 1; by these rules 2 to 10 can play"),
        (str(["X"] * 11), "", "players: 11; by these rules 2 to 10"),
        (str(["X"] * 6), "options = { hand_size = 20 }", "players: 6; by these rules 2 to 5"),
        ('"Ann"', "", "players: an array"),
        ('["Ann", 3]', "", "players: an array"),
    ],
)
def test_players_must_fit_the_rules(players, options, reason):
    text = f'cardtui = 1\ngame = "uno"\nrules = "official"\nplayers = {players}\n{options}\n'
    with pytest.raises(RecordError, match=reason):
        load(text + '[[deal]]\ndeck = "*"\ndealer = "p1"\n')


def test_keys_that_begin_with_an_underscore_are_ignored_everywhere():
    text = (
        "cardtui = 1\n_mood = 'fine'\n"
        + HEAD.partition("\n")[2]
        + "options = { target = 3, _why = 1.5 }\n"
        + DEAL
        + "_deal = [1.5]\nstart._note = 1.5\nend._note = true\n"
    )
    plain = HEAD + "options = { target = 3 }\n" + DEAL
    assert load(text) == load(plain)


def test_numbers_in_positions_may_be_numbers_or_texts():
    number = load(HEAD + DEAL + "end.pending = 0\nend.scores = [0, 0]\n")
    text = load(HEAD + DEAL + 'end.pending = "0"\nend.scores = ["0", "0"]\n')
    assert number == text


# ---------------------------------------------------------------- writing


def test_the_canonical_form():
    text = """\
cardtui = 1
game    = "uno"
rules   = "kano"
options = { first_card_back = ["w", "w+4"], jump_in = true, target = 3 }
players = ["Ann", "李 \\"B\\" \\\\ \\n"]
note    = "why"
source  = "who"
date    = "2024-01-01"

[[deal]]
start.hands = ["r1", "g1 *"]
start.discard = "r5"
start.pending = "0"
actions = [
  "p1 draw",
  "! p2 pass -> not-your-turn",
]
times = [1.25]
end."hand p1" = "r1"
end.scores = ["0", "0"]

[[deal]]
deck = "r1 *"
dealer = "p2"
actions = [
]
"""
    assert dump(load(text)) == text


CARDS = st.sampled_from([card.text for card in HAND_KINDS])
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
ACTIONS = st.sampled_from(
    [
        parse(text)
        for text in ("draw", "pass", "call", "challenge", "colour r", "catch p2", "play r5 call")
    ]
    + [parse("play w w:b swap p1"), parse("jump g7 swap p3 call")]
)
SEATS = st.integers(0, 2)
ACTS = st.builds(lambda seat, action: Act(seat, str(action), action), SEATS, ACTIONS)
NO_ACTS = st.builds(Act, SEATS, st.sampled_from(["sing", "play x9", "leave"]), st.none())
CHECKS = st.builds(
    Check,
    st.sampled_from(["turn", "hand p1", "stock", "taken p3", "anything"]),
    st.lists(CARDS, max_size=4).map(" ".join),
)
LINES = st.one_of(
    ACTS,
    st.builds(Leave, SEATS),
    st.builds(Shuffle, st.lists(CARDS | st.just("*"), max_size=5).map(tuple)),
    CHECKS,
    st.builds(Refusal, ACTS | NO_ACTS, st.none() | st.sampled_from(Code)),
)
KEYS = st.sampled_from(["hands", "turn", "hand p2", "möglich", "a.b", 'q"'])
POSITIONS = st.dictionaries(KEYS, TEXTS | st.lists(TEXTS, max_size=3).map(tuple), max_size=3)


@st.composite
def deals(draw) -> Deal:
    written = tuple(draw(st.lists(LINES, max_size=6)))
    acts = sum(isinstance(line, Act | Leave) for line in written)
    seconds = st.floats(0, 1e300) | st.integers(0, 10**9)
    times = draw(st.lists(seconds, min_size=acts, max_size=acts) | st.just([]))
    deal = Deal(lines=written, times=tuple(times), end=draw(POSITIONS))
    if draw(st.booleans()):
        return replace(deal, start=draw(POSITIONS))
    dealer = draw(st.none() | SEATS)
    return replace(deal, deck=tuple(draw(st.lists(CARDS, max_size=4))), dealer=dealer)


RECORDS = st.builds(
    Record,
    st.just("uno"),
    st.sampled_from(list(PRESETS)),
    st.fixed_dictionaries(
        {},
        optional={
            "target": st.integers(1, 999),
            "jump_in": st.booleans(),
            "two_player_reverse": st.sampled_from(["skip", "turn"]),
            "first_card_back": st.sampled_from([("w+4",), ("w", "w+4", "0")]),
        },
    ),
    st.lists(TEXTS, min_size=3, max_size=3).map(tuple),
    st.lists(deals(), min_size=1, max_size=3).map(tuple),
    st.dictionaries(st.sampled_from(["note", "source", "date"]), TEXTS),
)


@given(RECORDS)
def test_load_gives_back_what_dump_wrote(record):
    text = dump(record)
    again = load(text)
    assert again == record
    assert dump(again) == text
