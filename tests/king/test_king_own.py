import pytest

from engine.king import BadPunishments, builtin, with_own

FILE = """
x10 = "The tenth."
x1 = "Bow to the cat."
"r5'" = "Hum the tune of the film we saw on Friday."
[x2]
zh_Hant = "學阿公找不到眼鏡的樣子講話。"
hot = true
[gs]
en = "Squeak."
zh_Hans = "吱。"
"""


def test_additional_cards_come_after_the_deck_and_replaced_ones_keep_their_place():
    deck = with_own(FILE)
    names = [card.name for card in builtin()]
    assert [card.name for card in deck] == [*names, "x1", "x2", "x10"]
    changed = {new.name for old, new in zip(builtin(), deck, strict=False) if old != new}
    assert changed == {"r5'", "gs"}


def test_a_missing_language_borrows_the_nearest():
    deck = {card.name: card for card in with_own(FILE)}
    assert deck["x1"].zh_hant == deck["x1"].zh_hans == deck["x1"].en == "Bow to the cat."
    assert deck["x2"].en == deck["x2"].zh_hans == "學阿公找不到眼鏡的樣子講話。"
    assert deck["gs"].zh_hant == "吱。"
    assert deck["gs"].en == "Squeak."


def test_the_chilli_belongs_to_the_card():
    deck = {card.name: card for card in with_own(FILE)}
    assert [deck[name].hot for name in ("r5'", "gs", "x1", "x2")] == [False, True, False, True]


def test_two_files_add_up():
    deck = with_own('x2 = "Two."', with_own('x1 = "One."\nx2 = "Old."'))
    assert [card.en for card in deck[100:]] == ["One.", "Two."]


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("", "no punishment"),
        ("x1 =", "not TOML"),
        ("r+2 = 'a'", "quoted"),
        ("x1 = 'a'\nx1 = 'b'", "not TOML"),
        ("r0' = 'a'", "not TOML"),
        ("\"r0'\" = 'a'", "r0': there is no such card"),
        ("w = 'a'", "w: there is no such card"),
        ("x0 = 'a'", "x0: there is no such card"),
        ("x100 = 'a'", "x100: there is no such card"),
        ("x1 = 3", "x1: a text, or a table"),
        ("x1 = ['a']", "x1: a text, or a table"),
        ("x1 = ''", r"x1\.en: a text is required"),
        ("x1 = '  '", r"x1\.en: a text is required"),
        ("x1.en = 3", r"x1\.en: a text is required"),
        ("x1.zh = 'a'", r"x1\.zh: there is no such key"),
        ("[x1]", "x1: it has no text"),
        ("x1.hot = true", "x1: it has no text"),
        ("x1 = { en = 'a', hot = 1 }", r"x1\.hot: true or false"),
        ("r5 = { en = 'a', hot = true }", r"r5\.hot: this is a number card and mild"),
        ("rs = { en = 'a', hot = false }", r"rs\.hot: this is an action card and hot"),
        ('x1 = "a\\nb"', r"x1\.en: '\\n' cannot be shown"),
        ('x1 = "a\\u001b[31m"', r"x1\.en: '\\x1b' cannot be shown"),
        ('x1 = "\\u202ea"', r"x1\.en: '\\u202e' cannot be shown"),
        (f"x1 = '{'a' * 121}'", r"x1\.en: 121 columns wide, and at most 120"),
        (f"x1.zh_Hans = '{'牌' * 61}'", r"x1\.zh_Hans: 122 columns wide"),
    ],
)
def test_what_a_file_may_not_say(toml, message):
    with pytest.raises(BadPunishments, match=message):
        with_own(toml)
