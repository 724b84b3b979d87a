-- SPDX-License-Identifier: MIT
-- Which firmware, microcode, kernel and build each model had on each day, the most frequent last.
SELECT model, made / 86400 AS day, firmware, microcode, memory, kernel, build, COUNT(*) AS runs
	FROM main.run WHERE valid AND complete AND made <= {until}
	GROUP BY model, day, firmware, microcode, memory, kernel, build ORDER BY model, day, runs;
