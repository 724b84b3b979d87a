-- SPDX-License-Identifier: MIT
-- Each model day by day: the median over its runs of a figure, relative to the machine's own value, of
-- its latest runs. Only figures that are listed: the values of all days would not fit into memory.
SELECT figure, model, day, (parts[intDiv(n + 1, 2)] + parts[intDiv(n, 2) + 1]) / 2 AS part
	FROM (SELECT figure, model, day, arraySort(groupArray(med / own)) AS parts, length(parts) AS n
		FROM (SELECT figure, model, machine, intDiv(toUInt32(made), 86400) AS day, any(median) AS med
			FROM value WHERE figure IN ({figures}) AND toInt64(made) >= {since}
				AND toInt64(made) <= {until}
				AND run IN (SELECT run FROM run WHERE valid AND complete)
			GROUP BY figure, model, machine, run, day)
		ANY INNER JOIN (SELECT figure, model, machine,
				(medians[intDiv(boots + 1, 2)] + medians[intDiv(boots, 2) + 1]) / 2 AS own
			FROM (SELECT figure, model, machine, arraySort(groupArray(latest)) AS medians,
					length(medians) AS boots
				FROM (SELECT figure, model, machine, run, any(median) AS latest FROM value
					WHERE figure IN ({figures}) AND run IN
						(SELECT run FROM (SELECT DISTINCT machine, model, made, path, run FROM run
							WHERE valid AND complete AND toInt64(made) >= {since}
								AND toInt64(made) <= {until}
							ORDER BY machine, model, made DESC, path DESC
							LIMIT {boots} BY machine, model))
					GROUP BY figure, model, machine, run)
				GROUP BY figure, model, machine)) USING figure, model, machine
		WHERE own > 0 GROUP BY figure, model, day)
	ORDER BY figure, model, day
