"""What axe-core, one of the tools that `make test` fetches, finds wrong with a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_browser import Visitor

_AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"


def serious_findings(visitor: Visitor) -> list[tuple[str, list[str]]]:
    """What keeps somebody from using the page; the test is left out where there is no axe-core."""
    if not _AXE.exists():
        pytest.skip("the accessibility check needs axe-core: make test fetches it by npm")
    visitor.page.evaluate(_AXE.read_text(encoding="utf-8"))
    run = "() => axe.run(document, {resultTypes: ['violations']})"
    return [
        (finding["id"], [node["html"][:200] for node in finding["nodes"][:3]])
        for finding in visitor.page.evaluate(run)["violations"]
        if finding["impact"] in ("serious", "critical")
    ]
