-- SPDX-License-Identifier: MIT
-- Table side: the median of each machine in some figures ({figures}: a list, or a query). Its two sides
-- are never put together.
DROP TABLE IF EXISTS temp.side;

CREATE TEMP TABLE side (
	figure INTEGER, model INTEGER, machine INTEGER, is_past INTEGER, value REAL,
	PRIMARY KEY (figure, model, machine, is_past)
) WITHOUT ROWID;

INSERT INTO side
	SELECT value.figure, recent.model, recent.machine, recent.is_past, median(value.median)
		FROM recent CROSS JOIN main.value USING (run) WHERE value.figure IN ({figures})
		GROUP BY value.figure, recent.model, recent.machine, recent.is_past;
