"""The words of every answer follow from its table: each phrase below is in the texts, and its figures bear it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

import pytest

from tablee.claims import StoredClaim, StoredFigure, read_claims, read_stored_claims
from tablee.games import GAMES, parts

Place: TypeAlias = tuple[str, int | str]


class Table:
    """The figures of a claim, by series and place."""

    def __init__(self, claim: StoredClaim) -> None:
        self.figures = {(figure.of, figure.at): figure for figure in claim.figures}
        self.facts = claim.facts

    def __getitem__(self, place: Place) -> StoredFigure:
        found = self.figures[place]
        assert found.n, place
        return found

    def above(self, one: Place, *others: Place) -> bool:
        """Whether this figure is larger than all others, beyond the margins of error."""
        return all(self[one].low > self[other].high for other in others)

    def about(self, one: Place, value: float, within: float) -> bool:
        return abs(self[one].value - value) <= within

    def gap(self, one: Place, other: Place) -> float:
        return abs(self[one].value - self[other].value)

    def values(self, of: str) -> list[float]:
        """Those of a series."""
        return [figure.value for (series, _), figure in self.figures.items() if series == of and figure.n]

    def best(self, of: str, places: Iterable[int | str]) -> int | str:
        """The place with the largest value of a series."""
        return max(places, key=lambda at: self[of, at].value)

    def positive_from(self, of: str, first: int, step: int = 1) -> bool:
        """Whether the figures of a series are clearly above 0 from this place on, and not one place earlier."""
        places = sorted(at for series, at in self.figures if series == of and isinstance(at, int))
        later = [self.figures[of, at] for at in places if at >= first and self.figures[of, at].n]
        before = self.figures[of, first - step]
        return bool(later) and all(figure.low > 0 for figure in later) and (not before.n or before.low <= 0)


Follows: TypeAlias = Callable[[Table], bool]
SEATED = {"players_2": 2, "players_3": 3, "players_4": 4}

ANSWERS: dict[tuple[str, str], list[tuple[str, str, Follows]]] = {
    ("sixteen", "nine"): [
        ("9: yes", "9 : oui", lambda t: t["sound", 9].value > t.facts["mean"]),
        ("only 43.9% at 10", "seulement 43,9 % à 10", lambda t: t["sound", 10].value < t.facts["mean"]),
        ("From 5 up, 9 is the best", "À partir de 5, 9 est le meilleur",
         lambda t: all(t.above(("sound", 9), ("sound", n)) for n in range(5, 16) if n != 9)),
        ("2: nothing special", "2 : rien de spécial", lambda t: t.above(("sound", 1), ("sound", 2))),
        ("low totals are all good", "les petits totaux sont tous bons",
         lambda t: all(t["sound", n].low > max(0.5, t.facts["mean"]) for n in range(5))),
        ("15 is their best total", "15 est leur meilleur total", lambda t: t.best("random", range(16)) == 15),
    ],
    ("sixteen", "advice"): [
        ("9: yes, as a tie-break", "9 : oui, pour départager", lambda t: t["plain", "9 a little"].low > 0.5),
        ("Anything more costs games", "Aller plus loin coûte des parties", lambda t: t["plain", "9 much"].high < 0.5),
        ("2: no", "2 : non", lambda t: t["plain", "2 a little"].high < 0.5 and t["plain", "2 much"].high < 0.5),
        ("does not help such a player", "ne lui apporte rien",
         lambda t: all(t["sound", f"{total} a little"].low <= 0.5 for total in (9, 2))),
        ("it costs games", "cela lui coûte des parties", lambda t: t["plain", "both"].high < 0.5),
    ],
    ("sixteen", "jokers"): [
        ("A lot, in good hands", "Beaucoup, en de bonnes mains", lambda t: t.above(("sound", 2), ("sound", 0))),
        ("more than three games in four", "plus de trois parties sur quatre", lambda t: t["sound", 2].low > 0.75),
        ("hardly gain", "presque rien", lambda t: t["random", 2].low > 0.5 and t["random", 2].high < 0.53),
    ],
    ("sixteen", "stronger"): [
        ("A little, between good players", "Un peu, entre joueurs qui savent",
         lambda t: t.above(("over_club", "jokers_off"), ("over_club", "jokers_on"))),
        ("about 2 games in 100", "environ 2 parties sur 100",
         lambda t: abs(t["over_club", "jokers_off"].value - t["over_club", "jokers_on"].value - 0.02) < 0.005),
        ("the other way round", "c'est l'inverse",
         lambda t: t.above(("over_random", "jokers_on"), ("over_random", "jokers_off"))),
    ],
    ("sixteen", "start"): [
        ("hardly matters", "presque rien", lambda t: all(abs(one.value - 0.5) < 0.025 for one in t.figures.values())),
        ("about 2 games in 100 at most", "au plus environ 2 parties sur 100",
         lambda t: all(abs(one.value - 0.5) < 0.025 for one in t.figures.values())),
        ("lose a little by beginning", "perdent un peu à commencer",
         lambda t: all(t["club", f"players_{n}"].high < 0.5 for n in (2, 4))),
    ],
    ("sixteen", "endings"): [
        ("two series in three", "deux séries sur trois", lambda t: t.about(("sound", "sixteen"), 2 / 3, 0.02)),
        ("A Match is rare", "Un Match est rare",
         lambda t: t["sound", "match"].high + t["sound", "both at once"].high < 0.1),
    ],
    ("coda", "order"): [
        ("it is best to play last", "il vaut mieux jouer en dernier",
         lambda t: all(t.above((of, f"place_{n}"), *((of, f"place_{k}") for k in range(1, n)))
                       for of, n in SEATED.items())),
        ("more than a third", "plus d'un tiers", lambda t: t["players_4", "place_4"].low > 1 / 3),
        ("nearly even", "presque égal", lambda t: t.about(("players_2", "place_1"), 0.5, 0.02)),
    ],
    ("coda", "stop"): [
        ("one hidden tile left, always go on", "qu'une pièce cachée, continuez toujours",
         lambda t: all(one.low > 0 for (of, _), one in t.figures.items() if of == "left_1" and one.n)),
        ("from about three chances in ten", "à partir d'environ trois chances sur dix",
         lambda t: t.positive_from("left_2", 35, 10)),
        ("from about one in two", "à partir d'environ une chance sur deux",
         lambda t: t.positive_from("left_3", 55, 10)),
        ("up to three for rare ones", "au plus trois pour les plus rares",
         lambda t: max((one.high - one.low) / 2 for one in t.figures.values()) < 3),
    ],
    ("coda", "boldness"): [
        ("Bold, by far", "Audacieux, et de loin",
         lambda t: all(t[of, "bold"].value > 2 * t[of, "careful"].value for of in SEATED)),
        ("Never stopping costs little", "Ne jamais s'arrêter coûte peu",
         lambda t: all(t[of, "bold"].value > 0.85 and t[of, "bold"].high < 1 for of in SEATED)),
    ],
    ("coda", "colour"): [
        ("Draw the colour you have fewer of", "Piochez la couleur que vous avez le moins",
         lambda t: all(t[of, "draw_other"].low > 1 for of in ("players_2", "players_4"))),
        ("or, with four players, the colour that has more tiles left", "ou, à quatre, celle dont il reste le plus",
         lambda t: t["players_4", "draw_sound"].low > 1 >= t["players_2", "draw_sound"].low),
        ("costs the most", "coûte le plus",
         lambda t: all(t[of, "draw_mine"].value == min(t.values(of)) for of in ("players_2", "players_4"))),
        ("Black and white are equally good", "Le noir et le blanc se valent",
         lambda t: all(t.gap((of, "draw_black"), (of, "draw_white")) < 0.015 for of in ("players_2", "players_4"))),
        ("±0.01", "± 0,01", lambda t: all(one.high - one.low < 0.03 for one in t.figures.values())),
    ],
    ("coda", "jokers"): [
        ("harder to guess", "plus difficile à deviner",
         lambda t: t.above(("jokers_off", "hits"), ("jokers_on", "hits"))),
        ("about one turn longer", "environ un tour de plus",
         lambda t: 0.5 < t.facts["turns_on"] - t.facts["turns_off"] < 1.5),
        ("almost no difference to the player who begins",
         "Pour celui qui commence, les jokers ne changent presque rien",
         lambda t: abs(t["jokers_on", "first"].value - t["jokers_off", "first"].value) < 0.005),
    ],
    ("golden21", "odds"): [
        ("Least when you announce the average", "Le moins, quand on annonce la moyenne",
         lambda t: all(t[f"{dice} dice", 0].value == min(t.values(f"{dice} dice")) for dice in (2, 3, 4, 5))),
        ("2 to 3 points", "2 à 3 points",
         lambda t: all(1.5 < t[f"{dice} dice", 0].value < 3.5 for dice in (2, 3, 4, 5))),
        ("hardly more", "guère plus",
         lambda t: all(t[f"{dice} dice", 1].value - t[f"{dice} dice", 0].value < 0.3 for dice in (2, 3, 4, 5))),
    ],
    ("golden21", "golden"): [
        ("about one chance in four", "environ une chance sur quatre", lambda t: t.about(("2 dice", 1), 1 / 4, 0.03)),
        ("3 to 5: one in six", "3 à 5 : une sur six",
         lambda t: all(t.about(("2 dice", n), 1 / 6, 1e-6) for n in (3, 4, 5))),
        ("Few dice are better when little is missing", "Peu de dés valent mieux quand il manque peu",
         lambda t: t["2 dice", 1].value > t["5 dice", 1].value and t["2 dice", 10].value < t["5 dice", 10].value),
        ("more than 10 points away cannot be reached", "à plus de 10 points est hors d'atteinte",
         lambda t: t["2 dice", 10].value > 0 == t["2 dice", 11].value),
    ],
    ("golden21", "table"): [
        ("Small debt: two bands", "Petite dette : à deux tranches",
         lambda t: all(t[f"{dice} dice", debt].value == 2 for dice in (2, 3) for debt in range(12))),
        ("3 bands away with five", "3 tranches avec cinq", lambda t: t["5 dice", 0].value == 3),
        ("Debt of 20: at most one band", "Dette de 20 : à une tranche au plus",
         lambda t: all(t[f"{dice} dice", 20].value <= 1 for dice in (2, 3, 4, 5))),
        ("the average itself with three", "la moyenne même avec trois", lambda t: t["3 dice", 20].value == 0),
    ],
    ("golden21", "announced"): [
        ("Hardly, early in a year", "À peine, tôt dans l'année",
         lambda t: max(t.values("debt 0")) - min(t.values("debt 0")) < 0.01),
        ("At a debt of 20 it does", "À 20 de dette, oui",
         lambda t: t.above(("debt 20", 6), ("debt 20", 12), ("debt 20", 2))),
        ("Close to 21, announce near the average", "Près de 21, annoncez près de la moyenne",
         lambda t: 6 <= int(t.best("debt 20", range(2, 13))) <= 8),
    ],
    ("golden21", "golds"): [
        ("A great deal", "Beaucoup",
         lambda t: t.above(("sound", "more"), ("sound", 2)) and t.above(("sound", 2), ("sound", 1))
         and t.above(("sound", 1), ("sound", 0))),
        ("Without a 21 you win one contract in sixteen", "Sans 21, on gagne un contrat sur seize",
         lambda t: t.about(("sound", 0), 1 / 16, 0.005)),
        ("with two of them, one in two", "avec deux, un sur deux", lambda t: t.about(("sound", 2), 0.5, 0.03)),
    ],
    ("golden21", "comeback"): [
        ("about one contract in six", "environ un contrat sur six", lambda t: t.about(("last sound", 5), 1 / 6, 0.02)),
        ("means even less", "dit encore moins",
         lambda t: t.above(("last sound", 2), ("last sound", 5)) and t.above(("first sound", 5), ("first sound", 2))),
    ],
    ("golden21", "start"): [
        ("It makes no difference", "Cela ne change rien",
         lambda t: all(abs(one.value - 0.25) < 0.002 for one in t.figures.values())),
    ],
    ("golden21", "rolls"): [
        ("The Survivor is the shortest game, and the Original the longest",
         "Le Survivor est la partie la plus courte, l'Original la plus longue",
         lambda t: all(t.above(("killer", n), ("survivor", n)) and t.above(("original", n), ("killer", n))
                       for n in range(3, 11))),
    ],
    ("golden21", "years"): [
        ("Three to five years", "De trois à cinq ans",
         lambda t: all(2.95 < one.value < 5.5 for one in t.figures.values())),
        ("the sooner one of them has three Kills", "plus tôt l'un d'eux a trois Kills",
         lambda t: all(t["killer", n].value > t["killer", n + 1].value for n in range(3, 10))),
        ("the longer it takes until only one is left", "plus il faut de temps pour qu'il n'en reste qu'un",
         lambda t: all(t["survivor", n].value < t["survivor", n + 1].value for n in range(3, 10))),
    ],
    ("golden21", "patience"): [
        ("hardly ever ends", "ne finit guère", lambda t: all(one.value > 40 for one in t.figures.values())),
    ],
    ("code777", "tells"): [
        ("Question 10", "La question 10",
         lambda t: t.best("digits", [f"question_{n}" for n in range(1, 24)]) == "question_10"),
        ("Question 13", "La question 13",
         lambda t: min((f"question_{n}" for n in range(1, 24)), key=lambda at: t["digits", at].value) == "question_13"),
        ("Question 8 tells you the most about colours", "C'est la question 8 qui en dit le plus sur les couleurs",
         lambda t: t.best("rack", [f"question_{n}" for n in range(1, 24)]) == "question_8"),
        ("by about 2.5", "par 2,5 environ", lambda t: t.about(("digits", "question_10"), 2.5, 0.05)),
    ],
    ("code777", "in_play"): [
        ("whatever the number of players", "quel que soit le nombre de joueurs",
         lambda t: max(t.facts[f"each_{n}"] for n in (2, 3, 4)) - min(t.facts[f"each_{n}"] for n in (2, 3, 4)) < 0.05),
        ("The more players there are, the more you learn", "Plus on est nombreux, plus on apprend",
         lambda t: t.facts["all_2"] < t.facts["all_3"] < t.facts["all_4"]),
    ],
    ("code777", "certain"): [
        ("13 to 19 questions", "13 à 19 questions", lambda t: (t.facts["half_4"], t.facts["half_2"]) == (13, 19)),
    ],
    ("code777", "enough"): [
        ("Six chances in ten are enough", "Six chances sur dix suffisent",
         lambda t: all(t.best(of, (30, 40, 50, 60, 70, 80, 100)) == 60 and t[of, 60].low > 1 for of in SEATED)),
        ("Waiting for certainty loses games", "Attendre la certitude fait perdre des parties",
         lambda t: all(t.above((of, 60), (of, 100)) for of in SEATED)),
        ("At three in ten it is less", "À trois chances sur dix, c'est moins",
         lambda t: all(t.above((of, 60), (of, 30)) for of in SEATED)),
        ("the more a guess is worth", "plus deviner vaut la peine",
         lambda t: t["players_2", 60].value < t["players_3", 60].value < t["players_4", 60].value),
    ],
    ("code777", "start"): [
        ("playing last is slightly better", "il vaut un peu mieux jouer en dernier",
         lambda t: all(t.above((of, f"place_{n}"), (of, "place_1")) for of, n in SEATED.items())
         and all(t.gap((of, f"place_{n}"), (of, "place_1")) < 0.05 for of, n in SEATED.items())),
    ],
    ("code21", "accuse"): [
        ("Two players: do not accuse below a count of 22", "À deux : n'accusez pas tant que vous comptez moins de 22",
         lambda t: all(t["players 2", n].high < 0 for n in range(12, 22))),
        ("from 22 on it costs nothing", "à partir de 22, cela ne coûte plus rien",
         lambda t: all(t["players 2", n].high > 0 for n in range(22, 29))),
        ("Four players: not below 17", "À quatre : moins de 17",
         lambda t: all(t["players 4", n].high < 0 for n in range(12, 17))),
        ("nothing from 17 on", "plus rien à partir de 17",
         lambda t: all(t["players 4", n].high > 0 for n in range(17, 27))),
        ("at 24 it gains", "à 24, cela en rapporte", lambda t: t["players 4", 24].low > 0),
    ],
    ("code21", "stakes"): [
        ("always stake 3 on the likelier side", "misez toujours 3 sur le camp le plus probable",
         lambda t: all(t["others 4", n].low > 0 for n in range(55, 100, 10))),
        ("from about four chances in ten", "à partir d'environ quatre chances sur dix",
         lambda t: t.positive_from("judged 4", 45, 10)),
        ("from about eight chances in ten", "à partir d'environ huit chances sur dix",
         lambda t: t.positive_from("judged 2", 85, 10)),
        ("beliefs between three and eight in ten are worth nothing",
         "une estimation entre trois et huit chances sur dix ne vaut rien",
         lambda t: all(t["judged 2", n].value < 0.1 for n in range(35, 85, 10))),
        ("below 0.1 point", "moins de 0,1 point",
         lambda t: all((one.high - one.low) / 2 < 0.1 for one in t.figures.values())),
    ],
    ("code21", "face"): [
        ("With two players, face down", "À deux, face cachée",
         lambda t: all(t["players 2", n].low > 0 for n in range(1, 5))),
        ("above all the fourth one", "surtout le quatrième",
         lambda t: t.above(("players 2", 4), *(("players 2", n) for n in (1, 2, 3)))),
        ("no clear difference", "pas de différence nette",
         lambda t: all(one.low <= 0 <= one.high for (of, _), one in t.figures.items() if of == "players 4")),
    ],
    ("code21", "start"): [
        ("hardly matters", "presque rien",
         lambda t: all(abs(one.value - 1 / int(of[-1])) < 0.02 for (of, _), one in t.figures.items())),
        ("going second is slightly better", "il vaut un peu mieux jouer en second",
         lambda t: t.above(("players 2", "place 2"), ("players 2", "place 1"))),
    ],
    ("code21", "soldiers"): [
        ("it makes no difference", "cela ne change rien",
         lambda t: all(t.gap(("nine club", at), ("eight club", at)) < 0.01 for at in ("exact", "over", "under"))),
    ],
    ("code21", "skill"): [
        ("Skill, above all", "Du talent, surtout",
         lambda t: all(t["over beginner", at].low > 0.9 for at in ("nine", "eight"))),
    ],
    ("code21", "values"): [
        ("slightly less often", "un peu moins souvent", lambda t: t.above(("club", 3), ("club", 8))),
        ("one mission in nine", "une mission sur neuf",
         lambda t: all(t.about(("club", n), 1 / 9, 0.012) for n in range(3, 9))),
    ],
    ("code21", "decided"): [
        ("With points, mostly", "Surtout par les points",
         lambda t: all(t[f"{n} club", "three"].high < 0.5 for n in (2, 4))),
        ("watch out for the third mission", "gare à la troisième mission", lambda t: t["2 club", "three"].low > 0.2),
        ("as many with four", "autant à quatre",
         lambda t: abs(t["2 club", "swayed"].value - t["4 club", "swayed"].value) < 0.005),
    ],
    ("code21", "passing"): [
        ("If the bank pays, passing is more common", "Si la banque paie, on passe plus souvent",
         lambda t: t.above(("bank club", "passes"), ("passer club", "passes"))),
        ("in both cases", "dans les deux cas",
         lambda t: abs(t["bank club", "soldiers"].value - t["passer club", "soldiers"].value) < 0.05),
    ],
    ("code21", "cap"): [
        ("Yes", "Oui", lambda t: t.facts["club_all"] > 0.25),
        ("hardly ever applies in the first mission", "presque jamais à la première mission",
         lambda t: t["club", 1].high < 0.02),
    ],
}  # fmt: skip
CLAIMS = [
    (name, claim.id)
    for name, game in GAMES.items()
    if parts.has_claims(game)
    for claim in getattr(read_stored_claims(game), "claims", ())
]


def plain(text: str) -> str:
    """Typed as on a keyboard."""
    return text.replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'").replace("\u2011", "-")


@pytest.mark.parametrize(("name", "question"), CLAIMS)
def test_the_words_of_an_answer_follow_from_its_table(name: str, question: str) -> None:
    stored, known = read_stored_claims(GAMES[name]), read_claims(GAMES[name])
    assert stored and known
    table = next(Table(claim) for claim in stored.claims if claim.id == question)
    claim = next(claim for claim in known.claims if claim.id == question)
    assert ANSWERS.get((name, question)), "say here which of its words follow from which figures"
    for english, french, follows in ANSWERS[name, question]:
        for lang, words in (("en", english), ("fr", french)):
            said = " ".join((claim.sentence[lang], claim.remember[lang], claim.note[lang]))
            assert words in plain(said), f"{words!r} is not in {plain(said)!r}"
        assert follows(table), f"{english!r} does not follow from the figures"


def test_no_answer_is_checked_that_is_not_there() -> None:
    assert set(ANSWERS) == set(CLAIMS)
