-- SPDX-License-Identifier: MIT
-- Temporary tables of a fleet's summary. median() and mad() are aggregates of bareline.
-- {boots}: latest runs of each machine; {since}, {until}: time of the runs.

CREATE TEMP TABLE recent AS
	SELECT run, machine, model FROM
		(SELECT run, machine, model, ROW_NUMBER() OVER
			(PARTITION BY machine, model ORDER BY made DESC, path DESC) AS age
			FROM main.run
			WHERE valid AND complete AND made >= {since} AND made <= {until})
		WHERE age <= {boots};

CREATE UNIQUE INDEX temp.recent_run ON recent (run);

CREATE TEMP TABLE own AS
	SELECT value.figure, recent.model, recent.machine, COUNT(*) AS boots,
			median(value.median) AS value, mad(value.median) AS spread,
			MAX(value.resolution) AS resolution
		FROM main.value JOIN recent USING (run)
		GROUP BY value.figure, recent.model, recent.machine;

CREATE TEMP TABLE typical AS
	SELECT figure, model, COUNT(*) AS machines, median(value) AS median, mad(value) AS mad,
			COALESCE(median(CASE WHEN boots >= 3 THEN spread END), 0) AS within,
			median(boots) AS boots, MAX(resolution) AS resolution
		FROM own GROUP BY figure, model;

CREATE UNIQUE INDEX temp.typical_key ON typical (figure, model);
