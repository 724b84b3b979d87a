-- SPDX-License-Identifier: MIT
-- Temporary tables of a fleet's summary. median() and mad() are aggregates of bareline.
-- {boots}: latest runs of each machine, on either side of {since}; {until}: no later run.

CREATE TEMP TABLE recent AS
	SELECT run, machine, model, is_past, age FROM
		(SELECT run, machine, model, made < {since} AS is_past, ROW_NUMBER() OVER
			(PARTITION BY machine, model, made < {since} ORDER BY made DESC, path DESC) AS age
			FROM main.run WHERE valid AND complete AND made <= {until})
		WHERE age <= {boots};

CREATE UNIQUE INDEX temp.recent_run ON recent (run);

CREATE TEMP VIEW current AS SELECT run FROM recent WHERE NOT is_past;

-- The two sides of a machine are never put together, so a step between them is no spread.
CREATE TEMP TABLE side (
	figure INTEGER, model INTEGER, machine INTEGER, is_past INTEGER, boots INTEGER, value REAL,
	spread REAL, resolution REAL, PRIMARY KEY (figure, model, machine, is_past)
) WITHOUT ROWID;

INSERT INTO side
	SELECT value.figure, recent.model, recent.machine, recent.is_past, COUNT(*),
			median(value.median), mad(value.median), MAX(value.resolution)
		FROM recent CROSS JOIN main.value USING (run)
		GROUP BY value.figure, recent.model, recent.machine, recent.is_past;

CREATE TEMP VIEW own AS
	SELECT figure, model, machine, boots, value, spread, resolution, 0 AS before, 0 AS after
		FROM side WHERE NOT is_past;
