"""The operators: every small change that could be made to a module, each one a `Mutant`.

- a comparison weakened or turned round (`<` and `<=`, `==` and `!=`, `in`, `is`);
- an arithmetic or bit operator exchanged (`+` and `-`, `*` and `//`, `<<` and `>>`, `&` and `|`),
  also in `+=`; `and` and `or`; `not`, `-` and `~` dropped;
- a whole number one higher or one lower, `True` and `False`;
- the condition of an `if`, `while` or comprehension held true or false;
- a `return` of nothing; a statement left out (calls, assignments to fields and elements, `raise`,
  `del`); `break` and `continue` exchanged;
- two neighbouring arguments exchanged; `min` and `max`, `any` and `all`.

Left alone is what no test should be about: docstrings and all other strings (a key that is
misspelt breaks at once, a text is no rule), type hints, decorators, `assert`, what is said when
something is raised, `__repr__` and `__str__`, `__slots__` and `__all__`. What is told to the log
is not left alone: players read it, and tests check it.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

_COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
_ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
}
_UNARY: dict[type[ast.unaryop], str] = {ast.Not: "not ", ast.USub: "-", ast.Invert: "~"}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
_UNORDERED = {"min", "max", "isinstance", "issubclass"}  # arguments not worth exchanging
_SILENT_FUNCTIONS = {"__repr__", "__str__"}
_SILENT_NAMES = {"__slots__", "__all__", "__match_args__"}
_TYPES = {"Literal", "Annotated", "TypeVar", "cast"}
_STRINGS = (ast.JoinedStr, ast.FormattedValue)  # places inside them are wrong before Python 3.12

_Placed = ast.expr | ast.stmt


@dataclass(frozen=True)
class Mutant:
    """A change of one place in a module; `was` and `becomes` are the lines it stands in."""

    file: str
    line: int
    where: str  # the function or class it is in, empty for the module itself
    operator: str
    start: int  # the bytes that are replaced
    end: int
    text: str
    was: str
    becomes: str
    number: int = 1  # which it is of those that read the same in one function

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What stays the same when lines move."""
        return self.file, self.where, self.was, self.becomes, self.number

    def applied(self, source: str) -> str:
        """The module with this change made."""
        data = source.encode()
        return (data[: self.start] + self.text.encode() + data[self.end :]).decode()


def mutants_of(source: str, file: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its text."""
    found = {(item.start, item.end, item.text): item for item in _Finder(source, file).mutants()}
    count: Counter[tuple[object, ...]] = Counter()
    numbered = []
    for place in sorted(found):
        mutant = found[place]
        count[mutant.key] += 1
        numbered.append(replace(mutant, number=count[mutant.key]))
    return numbered


@dataclass(frozen=True)
class _Change:
    operator: str
    start: int
    end: int
    text: str


class _Finder:
    """Walks the tree of a module, and says what could be changed where."""

    def __init__(self, source: str, file: str) -> None:
        self._file = file
        self._data = source.encode()
        self._tree = ast.parse(source)
        self._lines = [0]  # where each begins
        for line in self._data.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        yield from self._walk(self._tree, "")

    def _walk(self, node: ast.AST, where: str) -> Iterator[Mutant]:
        inner = where
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{where}.{node.name}" if where else node.name
        for change in self._changes(node):
            yield self._mutant(change, where)
        for child in _children(node):
            yield from self._walk(child, inner)

    def _mutant(self, change: _Change, where: str) -> Mutant:
        line = bisect_right(self._lines, change.start)
        first = max(start for start in self._lines if start <= change.start)
        last = min((end for end in self._lines if end >= change.end), default=len(self._data))
        was = self._data[first:last]
        becomes = (
            self._data[first : change.start] + change.text.encode() + self._data[change.end : last]
        )
        return Mutant(
            file=self._file,
            line=line,
            where=where,
            operator=change.operator,
            start=change.start,
            end=change.end,
            text=change.text,
            was=" ".join(was.decode().split()),
            becomes=" ".join(becomes.decode().split()),
        )

    # --- What can be changed at a node ---

    def _changes(self, node: ast.AST) -> Iterator[_Change]:
        match node:
            case ast.Compare():
                operands = [node.left, *node.comparators]
                for i, op in enumerate(node.ops):
                    was, becomes = _COMPARISONS[type(op)]
                    yield from self._between(
                        "comparison", operands[i], operands[i + 1], was, becomes
                    )
            case ast.BinOp() if not _is_text(node.left) and not _is_text(node.right):
                was, becomes = _ARITHMETIC.get(type(node.op), ("", ""))
                yield from self._between("arithmetic", node.left, node.right, was, becomes)
            case ast.AugAssign():
                was, becomes = _ARITHMETIC.get(type(node.op), ("", ""))
                yield from self._between("arithmetic", node.target, node.value, was, becomes)
                yield self._instead("statement", node, "pass")
            case ast.BoolOp():
                was, becomes = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from self._between("and/or", left, right, was, becomes)
            case ast.UnaryOp() if type(node.op) in _UNARY:
                start = self._start(node)
                yield _Change("sign", start, start + len(_UNARY[type(node.op)]), "")
            case ast.Constant():
                yield from self._constant(node)
            case ast.If() | ast.IfExp():
                for held in ("True", "False"):
                    yield self._instead("condition", node.test, held)
            case ast.While():
                yield self._instead("condition", node.test, "False")
            case ast.comprehension():
                for test in node.ifs:
                    yield self._instead("condition", test, "True")
            case ast.Return() if node.value and not _is_none(node.value):
                yield self._instead("return", node.value, "None")
            case ast.Call():
                yield from self._call(node)
            case ast.Break():
                yield self._instead("loop", node, "continue")
            case ast.Continue():
                yield self._instead("loop", node, "break")
            case ast.Raise() | ast.Delete():
                yield self._instead("statement", node, "pass")
            case ast.Expr() if isinstance(node.value, ast.Call):
                yield self._instead("statement", node, "pass")
            case ast.Assign() if not any(isinstance(t, ast.Name | ast.Tuple) for t in node.targets):
                yield self._instead("statement", node, "pass")

    def _constant(self, node: ast.Constant) -> Iterator[_Change]:
        instead = partial(self._instead, "constant", node)
        if isinstance(node.value, bool):
            yield instead(str(not node.value))
        elif isinstance(node.value, int):
            yield instead(str(node.value + 1))
            yield instead(str(node.value - 1) if node.value else "(-1)")

    def _call(self, node: ast.Call) -> Iterator[_Change]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in _NAMES:
            yield self._instead("name", node.func, _NAMES[name])
        if name in _UNORDERED or any(isinstance(item, ast.Starred) for item in node.args):
            return
        for left, right in zip(node.args, node.args[1:], strict=False):
            first, second = self._text(left), self._text(right)
            if first != second and not _is_text(left) and not _is_text(right):
                gap = self._data[self._end(left) : self._start(right)].decode()
                text = f"{second}{gap}{first}"
                yield _Change("arguments", self._start(left), self._end(right), text)

    # --- Places ---

    def _between(
        self, operator: str, left: ast.expr, right: ast.expr, was: str, becomes: str
    ) -> Iterator[_Change]:
        """The sign between two operands exchanged."""
        start, end = self._end(left), self._start(right)
        gap = self._data[start:end].decode()
        sign = r"\s+".join(map(re.escape, was.split()))
        found = re.search(rf"\b{sign}\b" if was[:1].isalpha() else sign, gap) if was else None
        if found:
            at = start + len(gap[: found.start()].encode())
            yield _Change(operator, at, at + len(found[0].encode()), becomes)

    def _instead(self, operator: str, node: _Placed, text: str) -> _Change:
        return _Change(operator, self._start(node), self._end(node), text)

    def _text(self, node: _Placed) -> str:
        return self._data[self._start(node) : self._end(node)].decode()

    def _start(self, node: _Placed) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def _end(self, node: _Placed) -> int:
        return self._lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What is looked at below a node: all but what no test should be about."""
    match node:
        case ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom():
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            if node.name not in _SILENT_FUNCTIONS:
                yield from node.args.defaults
                yield from (item for item in node.args.kw_defaults if item)
                yield from node.body
        case ast.ClassDef():
            yield from node.body
        case ast.AnnAssign():
            if node.value:
                yield node.value
        case ast.Assign() if any(
            isinstance(target, ast.Name) and target.id in _SILENT_NAMES for target in node.targets
        ):
            return
        case ast.Subscript() if _name(node.value) in _TYPES:
            return
        case ast.Call() if _name(node.func) in _TYPES:
            yield from node.args[1:] if _name(node.func) == "cast" else ()
        case ast.If() if _name(node.test) == "TYPE_CHECKING":
            return
        case _:
            for child in ast.iter_child_nodes(node):
                if not isinstance(child, _STRINGS):
                    yield child


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
