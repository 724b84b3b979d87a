-- SPDX-License-Identifier: MIT
-- How many usable runs each machine has since {since}.
SELECT model, machine, COUNT(*) FROM main.run
	WHERE valid AND complete AND made >= {since} AND made <= {until} GROUP BY model, machine;
