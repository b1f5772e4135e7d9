"""The tool that changes the rules: what it changes, what it leaves alone, and what it reports."""

from pathlib import Path

import pytest
from mutants.__main__ import sample_of
from mutants.areas import AREAS, Area
from mutants.coverage_map import coverage_map
from mutants.operators import Mutant, mutants_of
from mutants.results import Equivalents, Result, Results
from mutants.tree import Tree, in_trees
from mutants.trial import Trial, lines_of

ROOT = Path(__file__).parent.parent.parent


def becomes(source: str) -> list[str]:
    return [mutant.becomes for mutant in mutants_of(source, "module.py")]


@pytest.mark.parametrize(
    ("was", "expected"),
    [
        ("a < b", "a <= b"),
        ("a == b", "a != b"),
        ("a not in b", "a in b"),
        ("a is b", "a is not b"),
        ("a + b", "a - b"),
        ("a & b", "a | b"),
        ("a and b", "a or b"),
        ("not a", "a"),
        ("x = ~(1 << a)", "x = (1 << a)"),
        ("x = 5", "x = 6"),
        ("x = 5", "x = 4"),
        ("x = 0", "x = (-1)"),
        ("x = True", "x = False"),
        ("a.b += c", "a.b -= c"),
        ("a.b += c", "pass"),
        ("a.b = c", "pass"),
        ("call(a)", "pass"),
        ("call(a, b)", "call(b, a)"),
        ("x = min(a, b)", "x = max(a, b)"),
        ("x = any(a)", "x = all(a)"),
        ("x = a if b else c", "x = a if True else c"),
        ("x = a if b else c", "x = a if False else c"),
        ("x = [a for a in b if a]", "x = [a for a in b if True]"),
        ("raise a", "pass"),
        ("del a[b]", "pass"),
        ("é = a < b", "é = a <= b"),
    ],
)
def test_operators_change_one_thing(was: str, expected: str) -> None:
    assert expected in becomes(was)


def test_conditions_returns_and_loops_are_changed() -> None:
    source = "def f(a):\n    while a:\n        if a:\n            break\n    return a\n"
    expected = ["while False:", "if True:", "if False:", "continue", "return None"]
    assert sorted(becomes(source)) == sorted(expected)


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring with 1 < 2."""',
        'x = "some words"',
        "x: Literal[1, 2]",
        "x = Literal[1, 2]",
        "__slots__ = (a, 1)",
        "@cache(1)\ndef f() -> 1: ...",
        "def __repr__(self): return 1",
        "assert a < 1, b + 1",
        "if TYPE_CHECKING:\n    x = 1",
        'x = "a" + b',
        "x = f'{a + 1}'",
        "def f(): return None",
        "x = isinstance(a, b)",
    ],
)
def test_what_no_test_should_be_about_is_left_alone(source: str) -> None:
    assert [text for text in becomes(source) if text not in ("if True:", "if False:")] == []


def test_only_the_statement_of_a_raise_is_changed_not_what_it_says() -> None:
    assert becomes("raise ValueError(1 + 2)") == ["pass"]


def test_a_mutant_is_found_again_when_lines_move() -> None:
    (mutant,) = mutants_of("def f(a):\n    return a\n", "m.py")
    (moved,) = mutants_of("# more\n\n\ndef f(a):\n    return a\n", "m.py")
    assert mutant.key == moved.key == ("m.py", "f", "return a", "return None", 1)
    assert mutant.line != moved.line


def test_every_mutant_of_the_engine_changes_its_module() -> None:
    for path in AREAS["engine"].modules(ROOT):
        source = path.read_text()
        for mutant in mutants_of(source, path.name):
            assert mutant.applied(source) != source
            assert mutant.was != mutant.becomes


@pytest.mark.parametrize("area", AREAS.values(), ids=lambda area: area.name)
def test_every_area_has_modules_and_tests(area: Area) -> None:
    assert area.modules(ROOT)
    assert all((ROOT / name).exists() for name in area.tests)


def test_the_lines_of_a_condition_are_its_head() -> None:
    source = "if (\n    a\n    and b\n):\n    c()\n    d()\n"
    (mutant, *_) = [m for m in mutants_of(source, "m.py") if m.operator == "and/or"]
    assert lines_of(mutant, source) == (1, 4)


def test_the_condition_of_a_comprehension_stands_where_it_is_written() -> None:
    source = "a = 1\nb = [\n    c\n    for c in d\n    if c\n]\n"
    (mutant,) = [m for m in mutants_of(source, "m.py") if m.becomes == "if True"]
    assert mutant.line == 5
    assert lines_of(mutant, source) == (2, 6)


# --- The sample ---

LINES = "\n".join(f"x{number} = {number}" for number in range(100))


def sample(source: str, size: int, seed: int) -> list[str]:
    mutants = mutants_of(source, "m.py")
    return [mutant.becomes for mutant in sample_of(mutants, {"m.py": source}, size, seed)]


def test_a_larger_sample_begins_with_the_smaller_one() -> None:
    assert sample(LINES, 20, 1)[:10] == sample(LINES, 10, 1)
    assert sample(LINES, 10, 1) != sample(LINES, 10, 2)


def test_a_line_more_leaves_the_others_in_the_sample() -> None:
    before, after = sample(LINES, 20, 1), sample(f"y = a < b\n{LINES}", 20, 1)
    assert len(set(before) & set(after)) >= 19


def test_each_of_two_equal_lines_can_be_drawn() -> None:
    assert len(sample("a(b, c)\na(b, c)\n", 4, 1)) == 4


# --- A small package tried from beginning to end ---

RULES = """
def half(n):
    return (n + 1) // 2

def count(n):
    found = 0
    while found < n:
        found += 1
    return found

def unused(n):
    return n + 1
"""
TESTS = """
from flankspeed.rules import count, half

def test_half():
    assert half(3) == 2

def test_count():
    assert count(3) == 3
"""


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    root = tmp_path_factory.mktemp("project")
    for name, text in {
        "src/flankspeed/__init__.py": "",
        "src/flankspeed/rules.py": RULES,
        "tests/test_rules.py": TESTS,
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    area = Area("small", "src/flankspeed", ("__init__.py",), ("tests",))
    chart = coverage_map(root, area, root / ".mutants", jobs=1)
    assert chart.failed == []
    wanted = {
        "return (n - 1) // 2",
        "return n - 1",
        "found = (-1)",
        "while found <= n:",
        "pass",
    }
    mutants = [
        mutant
        for mutant in mutants_of(RULES, "src/flankspeed/rules.py")
        if mutant.becomes in wanted
    ]

    def work(tree: Tree, mutant: Mutant) -> Result:
        return Trial(tree, chart, budget=100, patience=10).run(mutant, RULES)

    found = {result.becomes: result for result in in_trees(root, 2, mutants, work)}
    assert (root / "src/flankspeed/rules.py").read_text() == RULES
    return found


def test_a_mutant_that_a_test_notices_is_caught(results: dict[str, Result]) -> None:
    assert results["return (n - 1) // 2"].outcome == "caught"
    assert results["while found <= n:"].how == "a test fails"


def test_a_mutant_that_never_ends_is_caught(results: dict[str, Result]) -> None:
    assert (results["pass"].outcome, results["pass"].how) == ("caught", "it never ends")


def test_a_mutant_that_no_test_executes_survives(results: dict[str, Result]) -> None:
    result = results["return n - 1"]
    assert (result.outcome, result.how) == ("survived", "no test executes it")


def test_a_mutant_that_changes_nothing_that_is_tested_survives(results: dict[str, Result]) -> None:
    assert results["found = (-1)"].outcome == "survived"


# --- What is kept ---


def mutant_of(becomes: str = "x = 2") -> Mutant:
    return Mutant("m.py", 1, "", "constant", 4, 5, "2", "x = 1", becomes)


@pytest.mark.parametrize(
    ("outcome", "keys", "known"),
    [
        ("caught", {"m.py": "1", "": "a"}, True),
        ("caught", {"m.py": "1", "": "b"}, True),
        ("caught", {"m.py": "2", "": "b"}, False),
        ("survived", {"m.py": "1", "": "a"}, True),
        ("survived", {"m.py": "1", "": "b"}, False),
    ],
)
def test_results_hold_until_what_they_depend_on_changes(
    tmp_path: Path, outcome: str, keys: dict[str, str], known: bool
) -> None:
    path = tmp_path / "results.jsonl"
    Results(path, {"m.py": "1", "": "a"}, fresh=False).keep(Result.of(mutant_of(), outcome, ""))
    assert (Results(path, keys, fresh=False).find(mutant_of()) is not None) == known
    assert Results(path, keys, fresh=True).find(mutant_of()) is None


def test_two_equal_lines_have_results_of_their_own(tmp_path: Path) -> None:
    first, second = mutants_of("a(b)\na(b)\n", "m.py")
    assert (first.number, second.number) == (1, 2)
    path, keys = tmp_path / "results.jsonl", {"m.py": "1", "": "a"}
    results = Results(path, keys, fresh=False)
    results.keep(Result.of(first, "survived", ""))
    results.keep(Result.of(second, "caught", ""))
    found = [Results(path, keys, fresh=False).find(mutant) for mutant in (first, second)]
    assert [result and result.outcome for result in found] == ["survived", "caught"]


def test_of_two_equal_lines_one_may_be_equivalent(tmp_path: Path) -> None:
    first, second = mutants_of("a(b)\na(b)\n", "m.py")
    path = tmp_path / "equivalent.toml"
    entry = (
        '[[equivalent]]\nfile = "m.py"\nwhere = ""\nwas = "a(b)"\nbecomes = "pass"\nwhy = "so"\n'
    )
    for number, expected in (("", [True, True]), ("number = 2", [False, True])):
        path.write_text(entry + number)
        listed = Equivalents(path)
        listed.check({"m.py": [first, second]})
        assert [bool(listed.find(mutant)) for mutant in (first, second)] == expected
    path.write_text(f"{entry}number = 3")
    with pytest.raises(SystemExit, match="no such mutant"):
        Equivalents(path).check({"m.py": [first, second]})


def test_equivalent_mutants_say_why_and_must_still_be_there(tmp_path: Path) -> None:
    path = tmp_path / "equivalent.toml"
    entry = (
        '[[equivalent]]\nfile = "m.py"\nwhere = ""\nwas = "x = 1"\nbecomes = "x = 2"\nwhy = "{}"'
    )
    path.write_text(entry.format("nobody reads x"))
    listed = Equivalents(path)
    found = listed.find(mutant_of())
    assert found is not None
    assert found.how == "nobody reads x"
    assert listed.find(mutant_of("x = 0")) is None
    listed.check({"m.py": [mutant_of()]})
    with pytest.raises(SystemExit, match="no such mutant"):
        listed.check({"m.py": []})
    path.write_text(entry.format(""))
    with pytest.raises(SystemExit, match="does not say why"):
        Equivalents(path)


def test_the_list_of_equivalents_fits_the_tree() -> None:
    listed = Equivalents(Path(__file__).parent / "equivalent.toml")
    for area in AREAS.values():
        listed.check(
            {
                name: mutants_of((ROOT / name).read_text(), name)
                for name in (path.relative_to(ROOT).as_posix() for path in area.modules(ROOT))
            }
        )
