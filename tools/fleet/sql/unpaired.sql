-- SPDX-License-Identifier: MIT
-- Machines that are not compared with themselves, and why: an identity that is ambiguous; another
-- processor or environment; runs on one side only.
SELECT machine, label, why, other FROM ambiguous
UNION ALL
SELECT latest.machine, MIN(latest.label), 'other model', MAX(model.name)
	FROM latest JOIN main.model USING (model)
	WHERE latest.machine NOT IN (SELECT machine FROM ambiguous UNION ALL SELECT machine FROM pair)
	GROUP BY latest.machine HAVING MIN(is_past) <> MAX(is_past)
UNION ALL
SELECT machine, label, CASE WHEN is_past THEN 'gone' ELSE 'new' END, '' FROM latest
	WHERE machine NOT IN (SELECT machine FROM ambiguous UNION ALL SELECT machine FROM pair)
	GROUP BY machine HAVING MIN(is_past) = MAX(is_past)
ORDER BY 2, 1;
