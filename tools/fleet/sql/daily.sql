-- SPDX-License-Identifier: MIT
-- Each model day by day: the median over its runs of a figure, relative to the machine's own value.
SELECT value.figure, run.model, run.made / 86400 AS day, median(value.median / own.value)
	FROM main.run CROSS JOIN main.value USING (run)
	CROSS JOIN own ON own.figure = value.figure AND own.model = run.model AND own.machine = run.machine
	WHERE run.valid AND run.complete AND run.made <= {until}
		AND own.value > 0 AND value.figure IN ({figures})
	GROUP BY value.figure, run.model, day ORDER BY value.figure, run.model, day;
