-- SPDX-License-Identifier: MIT
-- Temporary tables of a fleet's summary. median() is an aggregate of bareline.
-- {boots}: latest runs of each machine, on either side of {since}; {until}: no later run.

CREATE TEMP TABLE recent AS
	SELECT run, machine, model, is_past, age FROM
		(SELECT run, machine, model, made < {since} AS is_past, ROW_NUMBER() OVER
			(PARTITION BY machine, model, made < {since} ORDER BY made DESC, path DESC) AS age
			FROM main.run WHERE valid AND complete AND made <= {until})
		WHERE age <= {boots};

CREATE UNIQUE INDEX temp.recent_run ON recent (run);

CREATE TEMP TABLE state AS
	SELECT latest.run, latest.machine, latest.model, boots, made, path, build, kernel, microcode, memory,
			memory_bytes, memory_modules, memory_mts, numbers.core_mhz, numbers.samples,
			numbers.disturbed, numbers.smis, firmware
		FROM (SELECT recent.machine, recent.model, MAX(CASE age WHEN 1 THEN recent.run END) AS latest,
				COUNT(*) AS boots, COALESCE(median(CASE WHEN core_mhz > 0 THEN core_mhz END), 0)
					AS core_mhz, SUM(samples) AS samples, SUM(disturbed) AS disturbed,
				SUM(smis) AS smis
			FROM recent JOIN main.run USING (run) WHERE NOT is_past
			GROUP BY recent.machine, recent.model) AS numbers
		JOIN main.run AS latest ON latest.run = numbers.latest;

CREATE TEMP VIEW own AS SELECT figure, model, machine, value FROM side WHERE NOT is_past;
