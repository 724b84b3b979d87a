-- SPDX-License-Identifier: MIT
-- Machines whose runs are all invalid or incomplete.
SELECT label FROM main.machine
	WHERE machine IN (SELECT machine FROM main.run GROUP BY machine HAVING NOT MAX(valid AND complete))
	ORDER BY label, machine;
