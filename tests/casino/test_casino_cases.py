"""Positions that players and other programs argued about, from public reports and rule pages."""

import pytest

from tests.casino.casino_positions import place, refused

# number of the case, hand, table, other hand, action, code of the refusal ("": allowed)
CASES = [
    (1, "Ah 3c", "#13/p2(8h+5h) #14/p2(Th+4h)", "Kc Ac", "capture Ah #Th", ""),
    (4, "Ah 9c", "As #5/p2(2s+3s)", "5c", "capture Ah As", ""),
    (5, "7h 9c", "#7/p1(3s+4s) #7/p2(2d+5d)", "7c", "capture 7h #3s #2d", ""),
    (7, "5h Tc", "2s 3s 5s 8s", "", "build 5h 10 2s 3s 5s", "no-split"),
    (9, "9h 4c", "3s 6s 9s #9/p2(4d+5d)", "9c", "build 9h 9 3s 6s 9s #4d", "not-held"),
    (10, "9h 9c", "3s 6s 9s #9/p2(4d+5d)", "9d", "build 9h 9 3s 6s 9s #4d", ""),
    (11, "9s 3c", "9h 2s 7d 5c 4h", "", "capture 9s 9h 2s 7d 5c 4h", ""),
    (12, "Ks 3c", "Kh Kd", "", "capture Ks Kh Kd", ""),
    (13, "2h 8s", "#6/p2(2d+4d)", "6c", "build 2h 8 #2d", ""),
    (14, "9d 7h", "#9/p2(3s+4h+2h)", "9c", "capture 9d #3s", ""),
    (16, "2s 2h 5d Tc", "3h 5s Td Qs", "", "build 2s 5 3h 5s", ""),
    (17, "2s 2h 5d Tc", "3h 5s Td Qs", "", "build 2s 10 3h 5s", ""),
    (20, "2h Kc", "Js", "", "build 2h 13 Js", ""),
    (21, "7d 3c", "Qs #7/p1(3s+4h)", "", "trail 3c", "must-not-trail"),
    (23, "Th Tc", "Ts Td", "", "build Th 10 Ts Td", ""),
    (24, "7h 7c", "#7/p1(3s+4s)", "", "build 7h 7 #3s", ""),
    (25, "7h 3c", "5s 2s 4s 4d", "", "capture 7h 5s 2s 4s 4d", "no-split"),
    (27, "Td 3c", "#9/p2(5c+4s)", "9c", "capture Td #5c", "build-value"),
    (28, "5s 6c", "5h", "", "build 5s 10 5h", "not-held"),
    (29, "5s 5c Tc", "5h", "", "build 5s 5 5h", ""),
    (31, "9s 4c", "9h", "", "trail 9s", ""),
    (32, "4h Qc 8c", "#8/p1(3s+5h)", "", "build 4h 12 #3s", ""),
    (33, "4h Tc", "Ts 6s", "", "build 4h 10 Ts 6s", ""),
    (34, "9h 3c", "9s 5s 4s 6s 3s", "", "capture 9h 5s 4s", ""),
    (35, "9h 3c", "9s", "", "trail 9h", ""),
    (38, "3h 2h Th", "5s", "", "build 3h 8 5s", "not-held"),
    (40, "2h Th 4c", "#8/p2(5s+3s)", "8c", "build 2h 10 #5s", ""),
    (41, "8h 2c", "8s 5s 3s 2s As", "", "capture 8h 8s 5s 3s 2s As", "no-split"),
    (42, "3h 3d 6c", "As 2s", "", "build 3h 6 As 2s", ""),
    (43, "3h 3d 6c", "As 2s", "", "build 3h 3 As 2s", ""),
    (44, "3h 3d 6c", "As 2s", "", "build 3h 4 As", "not-held"),
    (45, "3h 5c", "#6/p2(3s+3c)", "6c", "capture 3h #3s", "build-value"),
    (48, "9h 3c", "2s #7/p2(3s+4s)", "7c", "capture 9h 2s #3s", "build-in-sum"),
    (49, "Jh 3c", "Ks", "", "capture Jh Ks", "no-split"),
    (51, "9h 3c", "As #8/p2(3s+5s)", "8c", "capture 9h As #3s", "build-in-sum"),
    (52, "2h 9h", "2s 3s #5/p2(2d+3d)", "5c", "build 2h 9 2s #2d", "raise-with-loose"),
    (53, "4h 6c", "As 2s 5s", "", "build 4h 6 2s As 5s", ""),
    (55, "6h 3c", "4s #6/p1(2d+4d) #6/p1(As+5s)", "", "capture 6h #2d #As", ""),
]


@pytest.mark.parametrize(("number", "hand", "table", "other", "action", "code"), CASES)
def test_case(number, hand, table, other, action, code):
    assert refused(place(hand, table, other=other), action) == code
