"""Builds with the Python client what is asked for on stdin, and writes the texts: see builders.test.ts."""

import json
import sys
from typing import Any

import market_stats
from market_stats import any_of, count, exists, on, prev, when_text

OPERATORS = {"eq": "__eq__", "ne": "__ne__", "lt": "__lt__", "le": "__le__", "gt": "__gt__", "ge": "__ge__"}
METHODS = {**OPERATORS, "between": "between", "isIn": "is_in", "isNull": "is_null"}


def tested(field: Any, test: dict[str, Any]) -> Any:
    return getattr(field, METHODS[test["operator"]])(*test["values"])


def built(one: dict[str, Any]) -> Any:
    plain = getattr(market_stats, one["source"])
    given = plain(**one["parameters"]) if one["parameters"] else plain

    def moved(of: Any, to: dict[str, Any]) -> Any:
        named = on(of, to["symbol"]) if to["symbol"] is not None else of
        return prev(named, to["previous"]) if to["previous"] else named

    def shifted(of: Any) -> Any:
        return moved(of, one)

    if one["of"] == "field":
        test, right = one["test"], one["right"]
        field = getattr(shifted(given), test["field"])
        if right is not None and len(test["values"]) == 1 and test["operator"] != "isIn":
            return tested(field, {**test, "values": [getattr(moved(given, right), test["field"])]})
        return tested(field, test)
    if one["of"] == "record":
        return shifted(given).exists(one["there"])
    filters = [tested(getattr(plain, test["field"]), test) for test in one["filters"]]
    if one["of"] == "count":
        return tested(shifted(count(given, *filters)), one["test"])
    existence = shifted(exists(given, *filters))
    return existence if one["there"] else ~existence


def texts(many: list[dict[str, Any]]) -> tuple[str, str]:
    conditions = [built(one) for one in many]
    return when_text(conditions), when_text(any_of(*conditions))


json.dump([texts(many) for many in json.load(sys.stdin)], sys.stdout)
