"""Builds with the Python client what is asked for on stdin, and writes the texts: see builders.test.ts."""

import json
import sys
from typing import Any

import market_stats
from market_stats import count, exists, prev, when_text

OPERATORS = {"eq": "__eq__", "ne": "__ne__", "lt": "__lt__", "le": "__le__", "gt": "__gt__", "ge": "__ge__"}
METHODS = {**OPERATORS, "between": "between", "isIn": "is_in", "isNull": "is_null"}


def tested(field: Any, test: dict[str, Any]) -> Any:
    return getattr(field, METHODS[test["operator"]])(*test["values"])


def built(one: dict[str, Any]) -> Any:
    plain = getattr(market_stats, one["source"])
    given = plain(**one["parameters"]) if one["parameters"] else plain

    def shifted(of: Any) -> Any:
        return prev(of, one["previous"]) if one["previous"] else of

    if one["of"] == "field":
        return tested(getattr(shifted(given), one["test"]["field"]), one["test"])
    if one["of"] == "record":
        return shifted(given).exists(one["there"])
    filters = [tested(getattr(plain, test["field"]), test) for test in one["filters"]]
    if one["of"] == "count":
        return tested(shifted(count(given, *filters)), one["test"])
    existence = shifted(exists(given, *filters))
    return existence if one["there"] else ~existence


json.dump([when_text([built(one) for one in many]) for many in json.load(sys.stdin)], sys.stdout)
