-- SPDX-License-Identifier: MIT
-- The most frequent firmware, microcode, memory, kernel and build of each model on each day.
SELECT model, day, firmware, microcode, memory, kernel, build FROM
	(SELECT model, made / 86400 AS day, firmware, microcode, memory, kernel, build, ROW_NUMBER() OVER
		(PARTITION BY model, made / 86400 ORDER BY COUNT(*) DESC, firmware) AS place
		FROM main.run WHERE valid AND complete AND made <= {until}
		GROUP BY model, day, firmware, microcode, memory, kernel, build)
	WHERE place = 1 ORDER BY model, day;
