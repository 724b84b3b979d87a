# SPDX-License-Identifier: MIT
"""Runs every query of a Grafana dashboard in its engine, with its variables replaced, and checks that the
odd machine leads the table of deviations.

usage: dashboard.py DASHBOARD COMMAND...: COMMAND prints the answer of a query, its last argument, as
tab-separated lines"""
import json
import subprocess
import sys


def ask(command, sql):
    answer = subprocess.run(command + [sql], stdout=subprocess.PIPE, check=True, timeout=100)
    return [line.split("\t") for line in answer.stdout.decode().splitlines()]


def text_of(query):
    return query if isinstance(query, str) else query["queryText"]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        dashboard = json.load(file)
    command = sys.argv[2:]
    values = {}
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            rows = ask(command, text_of(variable["query"]))
            assert rows and all(len(row) == 2 for row in rows), variable["name"]
            count = 3 if variable["multi"] else 1
            values[variable["name"]] = ",".join(row[1] for row in rows[:count])
    panels = dashboard["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) == 7
    for panel in panels:
        target, = panel["targets"]
        assert target["datasource"] == panel["datasource"]
        sql = target.get("rawSql", target.get("queryText"))
        for name, value in values.items():
            sql = sql.replace("${" + name + "}", value)
        assert "${" not in sql, panel["title"]
        rows = ask(command, sql)
        assert rows, panel["title"]
        if panel["title"] == "Machines":
            assert rows == [["40"]], rows
        if panel["title"] == "Largest deviations":
            assert rows[0][0] == "node-23" and len(rows) == 25, rows[0]
        if panel["type"] == "timeseries":
            assert all(len(row) == 3 and float(row[1]) > 0 for row in rows), rows[0]


main()
