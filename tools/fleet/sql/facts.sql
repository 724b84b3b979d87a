-- SPDX-License-Identifier: MIT
-- Changed records: those that at least three quarters of a model share, as rows of machine 0, and those
-- of single machines. A machine that lacks a shared one has a row with equal texts.
WITH size AS (SELECT model, COUNT(*) AS machines FROM pair GROUP BY model),
	shared AS (SELECT model, place, what, before, after, COUNT(*) AS count, MAX(machines) AS machines
		FROM fact JOIN size USING (model) GROUP BY model, place, what, before, after
		HAVING 4 * COUNT(*) >= 3 * MAX(machines) AND MAX(machines) > 1)
SELECT model, 0 AS machine, place, what, before, after, count, machines FROM shared
UNION ALL
SELECT model, machine, place, what, before, after, 1, 1 FROM fact
	WHERE NOT EXISTS (SELECT 1 FROM shared WHERE shared.model = fact.model
		AND shared.place = fact.place AND shared.what = fact.what
		AND shared.before = fact.before AND shared.after = fact.after)
UNION ALL
SELECT pair.model, pair.machine, shared.place, shared.what, stated.text, stated.text, 1, 1
	FROM shared JOIN pair USING (model)
	JOIN stated ON stated.run = pair.new AND stated.place = shared.place
		AND stated.what = shared.what
	WHERE NOT EXISTS (SELECT 1 FROM fact WHERE fact.machine = pair.machine
		AND fact.model = pair.model AND fact.place = shared.place
		AND fact.what = shared.what)
		AND stated.text <> shared.after
ORDER BY 1, 2, 3, 4;
