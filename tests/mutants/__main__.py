"""`make mutants`: small changes are made to the rules, and the tests must notice.

    make mutants ARGS="--area kamikaze --sample 100 --seed 1"

A sample of all possible mutants (`operators`) of an area (`areas`) is drawn by the seed. Each is
put into a scratch copy of the tree, and the tests that execute the changed lines are run there, the
quickest first, until one fails: then the mutant is caught. One that never ends, or eats all memory,
is caught too. One that passes all its tests, or whose lines no test executes, has survived.

Survivors that change nothing anybody could notice stand with a reason in `equivalent.toml` and are
counted apart. Results are kept in `.mutants/` as lines of JSON: a run that was stopped goes on
where it was; what was caught is run again when its module has changed, what survived when anything
has. The command ends with 1 if less than `--least` of a hundred were caught.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import signal
import sys
from collections import Counter
from pathlib import Path

from mutants.areas import AREAS, Area
from mutants.coverage_map import CoverageMap, coverage_map
from mutants.operators import Mutant, mutants_of
from mutants.results import Equivalents, Result, Results
from mutants.tree import Tree, digest, helpers, in_trees, sources
from mutants.trial import Trial

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / ".mutants"


def main() -> int:
    """Run the command."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    wanted = _arguments()
    chosen = [AREAS[wanted.area]] if wanted.area else list(AREAS.values())
    reports = [_area(area, wanted) for area in chosen]
    print()
    print("area       possible  sampled  caught  survived  equivalent  caught of a hundred")
    enough = True
    for area, possible, results in reports:
        count = Counter(result.outcome for result in results)
        judged = len(results) - count["equivalent"]
        share = 100 * count["caught"] / judged if judged else 100.0
        enough = enough and share >= wanted.least
        print(
            f"{area.name:10} {possible:8} {len(results):8} {count['caught']:7}"
            f" {count['survived']:9} {count['equivalent']:11} {share:20.1f}"
        )
    return 0 if enough else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description="Do the tests notice?")
    parser.add_argument("--area", choices=sorted(AREAS), help="one area; without it, all")
    parser.add_argument("--sample", type=int, default=100, help="how many mutants (100)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many at the same time (2)")
    parser.add_argument("--budget", type=float, default=600, help="seconds of tests a mutant (600)")
    parser.add_argument("--least", type=float, default=95, help="caught of a hundred (95)")
    parser.add_argument("--file", default="", help="only modules whose path contains this")
    parser.add_argument("--fresh", action="store_true", help="forget the results of earlier runs")
    return parser.parse_args()


def _area(area: Area, wanted: argparse.Namespace) -> tuple[Area, int, list[Result]]:
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in area.modules(ROOT)
    }
    possible = [
        mutant
        for file, text in texts.items()
        if wanted.file in file
        for mutant in mutants_of(text, file)
    ]
    sample = sample_of(possible, texts, wanted.sample, wanted.seed)
    print(f"{area.name}: {len(sample)} of {len(possible)} mutants, seed {wanted.seed}", flush=True)
    known = Results(CACHE / f"results-{area.name}.jsonl", _keys(area, texts), wanted.fresh)
    equivalents = Equivalents(Path(__file__).parent / "equivalent.toml")
    equivalents.check({file: mutants_of(text, file) for file, text in texts.items()})
    results: list[Result] = []
    to_run: list[Mutant] = []
    for mutant in sample:
        result = equivalents.find(mutant) or known.find(mutant)
        if result:
            results.append(result)
        else:
            to_run.append(mutant)
    if to_run:
        chart = coverage_map(ROOT, area, CACHE / "maps", wanted.jobs)
        for test in chart.failed:
            print(f"  left out, it fails without any mutant: {test}", flush=True)
        results += _run(to_run, texts, chart, known, wanted)
    for result in results:
        if result.outcome == "survived":
            print(f"survived: {result.describe()}")
    return area, len(possible), results


def sample_of(possible: list[Mutant], texts: dict[str, str], size: int, seed: int) -> list[Mutant]:
    """So many mutants that are Python, in the order in which the seed draws them.

    Each has a number of its own, so that one more or less in a module leaves the others drawn.
    """

    def drawn(mutant: Mutant) -> str:
        name = repr((seed, mutant.key[:4], mutant.number))
        return hashlib.sha256(name.encode()).hexdigest()

    found: list[Mutant] = []
    for mutant in sorted(possible, key=drawn):
        if len(found) == size:
            break
        try:
            ast.parse(mutant.applied(texts[mutant.file]))
        except SyntaxError:
            continue
        found.append(mutant)
    return found


def _keys(area: Area, texts: dict[str, str]) -> dict[str, str]:
    """By module, a word for its text; by the empty name one for all that may decide a result."""
    tests = [ROOT / test for test in area.test_files(ROOT)]
    keys = {file: digest(ROOT, [ROOT / file]) for file in texts}
    return keys | {"": digest(ROOT, [*sources(ROOT), *helpers(ROOT), *tests])}


def _run(
    mutants: list[Mutant],
    texts: dict[str, str],
    chart: CoverageMap,
    known: Results,
    wanted: argparse.Namespace,
) -> list[Result]:
    def one(tree: Tree, mutant: Mutant) -> Result:
        result = Trial(tree, chart, wanted.budget).run(mutant, texts[mutant.file])
        known.keep(result)
        print(f"  {result.outcome:9} {result.describe()}", flush=True)
        return result

    return list(in_trees(ROOT, wanted.jobs, mutants, one))


if __name__ == "__main__":
    sys.exit(main())
