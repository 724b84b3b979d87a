# SPDX-License-Identifier: MIT
"""Load newline-delimited JSON into a private ClickHouse server, on loopback and a free port, with
the statements of docs/examples/clickhouse.sql. Compare a query's result with the file.

usage: clickhouse.py DIRECTORY NDJSON
"""
import json
import os
import shutil
import socket
import subprocess
import sys
import time

DIR, NDJSON = os.path.abspath(sys.argv[1]), sys.argv[2]
# Reached only after an error.
LIMIT_SECONDS = 120

CONFIG = """<yandex><logger><level>warning</level><log>{dir}/log</log><errorlog>{dir}/errors</errorlog></logger>
<http_port>{http}</http_port><tcp_port>{tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
<path>{dir}/data/</path><tmp_path>{dir}/tmp/</tmp_path><users_config>{dir}/users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database>
<mark_cache_size>5000000</mark_cache_size></yandex>"""
USERS = """<yandex><profiles><default></default></profiles><users><default><password></password>
<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
<quotas><default></default></quotas></yandex>"""


def free_port():
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return trial.getsockname()[1]


def main():
    shutil.rmtree(DIR, ignore_errors=True)
    os.makedirs(os.path.join(DIR, "data"))
    tcp = free_port()
    for name, text in (("config.xml", CONFIG), ("users.xml", USERS)):
        with open(os.path.join(DIR, name), "w", encoding="utf-8") as file:
            file.write(text.format(dir=DIR, tcp=tcp, http=free_port()))
    with open("docs/examples/clickhouse.sql", encoding="utf-8") as file:
        create, _, question = file.read().partition(";")

    def ask(query, *more, **files):
        return subprocess.run(
            ["clickhouse-client", "--host", "127.0.0.1", "--port", str(tcp), "--query", query, *more],
            capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False, **files)

    server = subprocess.Popen(["clickhouse-server", f"--config-file={DIR}/config.xml"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + LIMIT_SECONDS
        while ask("SELECT 1").returncode != 0:
            assert server.poll() is None and time.monotonic() < end, "the server does not start"
            time.sleep(0.2)
        made = ask(create)
        assert made.returncode == 0, made.stderr
        with open(NDJSON, encoding="utf-8") as rows:
            loaded = ask("INSERT INTO figures FORMAT JSONEachRow",
                         "--input_format_skip_unknown_fields=1", stdin=rows)
        assert loaded.returncode == 0, loaded.stderr
        answer = ask(question.rstrip().rstrip(";"))
        assert answer.returncode == 0, answer.stderr
        with open(NDJSON, encoding="utf-8") as rows:
            rows = [json.loads(line) for line in rows]
        assert ask("SELECT count() FROM figures").stdout.strip() == str(len(rows))
        wanted = [row for row in rows if row["cache"] == "warm" and row.get("axis_size_bytes")
                  and row.get("axis_page_bytes") == 4096 and row["bench"] == "mem.latency"]
        assert len(answer.stdout.splitlines()) == len(wanted) > 0, answer.stdout
    finally:
        server.kill()
        server.wait()


main()
