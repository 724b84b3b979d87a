-- SPDX-License-Identifier: MIT
-- All good runs of some machines in the order of time, with the value of each of some figures.
SELECT figure, model, machine, toUInt32(at), med, firmware, microcode, memory, kernel, build
	FROM (SELECT figure, model, machine, run, any(made) AS at, any(median) AS med FROM value
		WHERE figure IN ({figures}) AND machine IN ({machines}) AND toInt64(made) >= {since}
			AND toInt64(made) <= {until}
		GROUP BY figure, model, machine, run)
	ANY INNER JOIN (SELECT run, firmware, microcode, memory, kernel, build, path FROM run
		WHERE machine IN ({machines}) AND valid AND complete) USING run
	ORDER BY figure, model, machine, at, path
