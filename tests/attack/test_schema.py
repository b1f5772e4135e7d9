"""The OpenAPI document: whatever is sent, the server answers as the document says it does."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from table_server import PATIENCE, Server, Table

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
SHORT, LONG = 4, 100  # tries of everything that can be asked


@pytest.fixture(scope="module")
def schema(fair: Server) -> Any:
    return schemathesis.openapi.from_url(f"{fair.url}schema/openapi.json")


def operations(schema: Any) -> dict[str, Any]:
    found = [result.ok() for result in schema.get_all_operations()]
    return {operation.label: operation for operation in found}


def test_everything_is_in_the_document(schema: Any) -> None:
    labels = operations(schema)
    assert len(labels) == 52
    for operation in labels.values():
        raw = operation.definition.raw
        assert raw["summary"]
        assert raw["description"]
        needs_link = "{match_id}" in operation.path
        assert raw.get("security", []) == ([{"link": []}] if needs_link else [])


def test_what_is_sent_has_no_other_fields(schema: Any) -> None:
    bodies = [
        raw["requestBody"]["content"]["application/json"]["schema"]
        for operation in operations(schema).values()
        if "requestBody" in (raw := operation.definition.raw)
    ]
    sent = [
        kind["$ref"].rpartition("/")[2]
        for body in bodies
        for kind in body.get("oneOf", [body])  # one that may be left out is one of two
        if "$ref" in kind
    ]
    assert len(sent) == len(bodies)
    assert len(sent) > 10
    kinds = schema.raw_schema["components"]["schemas"]
    assert [name for name in sent if kinds[name].get("additionalProperties") is not False] == []


def test_every_method_of_a_path_is_named(fair: Server, schema: Any) -> None:
    for path, operations in schema.raw_schema["paths"].items():
        methods = {method.upper() for method in operations if method != "parameters"}
        asked = path.replace("{", "").replace("}", "")
        for method in ("OPTIONS", "TRACE"):
            answer = fair.client.request(method, asked, headers={"Authorization": "Bearer x"})
            allowed = {word.strip() for word in answer.headers["allow"].split(",")}
            assert allowed - {"OPTIONS"} == methods, (method, path)


def bend(case: Any, table: Table, link: str) -> None:
    """Ask for a match that is there, most of the time, by a link that may be right."""
    if "match_id" in (case.path_parameters or {}) and link != "none":
        case.path_parameters["match_id"] = table.id
        if "seat" in case.path_parameters:
            case.path_parameters["seat"] = "usn"
    if case.operation.label.endswith("/events"):
        link = "none"  # a stream has no end to wait for
    token = table.links.get(link, "x")
    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}


@pytest.mark.parametrize("tries", [SHORT, pytest.param(LONG, marks=pytest.mark.attack)])
def test_no_server_error_and_no_undocumented_answer(
    fair: Server, schema: Any, tries: int, tried: Counter[str]
) -> None:
    for operation in operations(schema).values():
        _try_out(fair, operation, most=tries, tried=tried)


def _try_out(server: Server, operation: Any, most: int, tried: Counter[str]) -> None:
    def begin() -> Table:
        """A match; where it is about drawing dice, one whose dice are not drawn yet."""
        drawing = "/dice/" in operation.label
        return server.begin("kamikaze", **{} if drawing else {"seed": 1})

    table = begin()

    @given(case=operation.as_strategy(), link=st.sampled_from(["usn", "ijn", "watch", "none"]))
    @settings(
        max_examples=most,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    def send(case: Any, link: str) -> None:
        nonlocal table
        bend(case, table, link)
        answer = case.call_and_validate(checks=CHECKS, timeout=PATIENCE)
        tried["requests made up from the OpenAPI document, answered as it says"] += 1
        if answer.status_code == 204:
            table = begin()

    send()
