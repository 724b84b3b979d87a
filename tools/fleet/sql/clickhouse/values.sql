-- SPDX-License-Identifier: MIT
-- Values of some figures for all machines.
SELECT figure, model, machine,
		(medians[intDiv(boots + 1, 2)] + medians[intDiv(boots, 2) + 1]) / 2 AS value
	FROM (SELECT figure, model, machine, arraySort(groupArray(med)) AS medians,
			length(medians) AS boots
		FROM (SELECT figure, model, machine, run, any(median) AS med FROM value
			WHERE figure IN ({figures}) AND run IN
				(SELECT run FROM (SELECT DISTINCT machine, model, made, path, run FROM run
					WHERE valid AND complete AND toInt64(made) >= {since} AND toInt64(made) <= {until}
					ORDER BY machine, model, made DESC, path DESC
					LIMIT {boots} BY machine, model))
			GROUP BY figure, model, machine, run)
		GROUP BY figure, model, machine)
