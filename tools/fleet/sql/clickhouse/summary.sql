-- SPDX-License-Identifier: MIT
-- Figures of each model, as rows of machine 0, and machines that deviate by more than {least} MADs. Its
-- rows are those of the same query for SQLite. Medians of even numbers are the mean of the middle two;
-- quantileExact would take the upper one.
SELECT figure, model, if(off.1 = 0, machines, 0), if(off.1 = 0, median, 0), if(off.1 = 0, mad, 0),
		if(off.1 = 0, within, 0), if(off.1 = 0, usual_boots, 0), if(off.1 = 0, resolution, 0),
		off.1, off.2, off.3, off.4, 0, 0
	FROM (SELECT figure, model, machines, median, mad, within, usual_boots, resolution,
			arrayJoin(arrayConcat([(toInt64(0), toFloat64(0), toUInt64(0), toFloat64(0))],
				arrayFilter(m -> abs(m.2 - median) > {least} * mad, members))) AS off
		FROM (SELECT figure, model, members, resolution, length(members) AS machines,
				arraySort(arrayMap(m -> m.2, members)) AS values,
				(values[intDiv(machines + 1, 2)] + values[intDiv(machines, 2) + 1]) / 2 AS median,
				arraySort(arrayMap(v -> abs(v - median), values)) AS distances,
				(distances[intDiv(machines + 1, 2)] +
					distances[intDiv(machines, 2) + 1]) / 2 AS mad,
				arraySort(arrayMap(m -> m.4, arrayFilter(m -> m.3 >= 3, members))) AS spreads,
				length(spreads) AS steady,
				if(steady = 0, 0, (spreads[intDiv(steady + 1, 2)] +
					spreads[intDiv(steady, 2) + 1]) / 2) AS within,
				arraySort(arrayMap(m -> m.3, members)) AS numbers,
				(numbers[intDiv(machines + 1, 2)] + numbers[intDiv(machines, 2) + 1]) / 2
					AS usual_boots
			FROM (SELECT figure, model, groupArray((machine, value, boots, spread)) AS members,
					max(finest) AS resolution
				FROM (SELECT figure, model, machine, max(res) AS finest,
						arraySort(groupArray(med)) AS medians, length(medians) AS boots,
						(medians[intDiv(boots + 1, 2)] +
							medians[intDiv(boots, 2) + 1]) / 2 AS value,
						arraySort(arrayMap(v -> abs(v - value), medians)) AS away,
						(away[intDiv(boots + 1, 2)] + away[intDiv(boots, 2) + 1]) / 2 AS spread
					FROM (SELECT figure, model, machine, run, any(median) AS med,
							any(resolution) AS res
						FROM value
						WHERE figure IN ({figures}) AND run IN
							(SELECT run FROM (SELECT DISTINCT machine, model, made, path, run FROM run
								WHERE valid AND complete AND toInt64(made) >= {since}
									AND toInt64(made) <= {until}
								ORDER BY machine, model, made DESC, path DESC
								LIMIT {boots} BY machine, model))
						GROUP BY figure, model, machine, run)
					GROUP BY figure, model, machine)
				GROUP BY figure, model)))
