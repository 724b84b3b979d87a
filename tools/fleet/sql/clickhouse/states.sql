-- SPDX-License-Identifier: MIT
-- Which firmware, microcode, kernel and build each model had on each day, the most frequent last.
SELECT model, intDiv(toUInt32(made), 86400) AS day, firmware, microcode, memory, kernel, build,
		count() AS runs
	FROM run WHERE valid AND complete AND toInt64(made) >= {since} AND toInt64(made) <= {until}
	GROUP BY model, day, firmware, microcode, memory, kernel, build ORDER BY model, day, runs
