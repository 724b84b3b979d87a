-- SPDX-License-Identifier: MIT
-- Temporary tables of each machine against itself: its runs from {since} on against earlier ones.

-- The latest run of each machine on either side.
CREATE TEMP TABLE latest AS
	SELECT run.*, is_past FROM recent JOIN main.run USING (run) WHERE age = 1;

CREATE INDEX temp.latest_machine ON latest (machine, model);
CREATE INDEX temp.latest_label ON latest (label);

-- Names under which an identity has sent runs. Two machines with one identity have runs by turns. One
-- that was renamed has not.
CREATE TEMP TABLE name AS
	SELECT machine, label, MIN(made) AS first, MAX(made) AS last
		FROM main.run WHERE valid AND complete AND made <= {until} GROUP BY machine, label;

CREATE INDEX temp.name_machine ON name (machine);

CREATE TEMP TABLE ambiguous AS
	SELECT one.machine, 'one identity' AS why, MIN(one.label) AS label, MAX(other.label) AS other
		FROM name AS one JOIN name AS other ON other.machine = one.machine
			AND other.label > one.label AND other.first <= one.last AND one.first <= other.last
		GROUP BY one.machine;

-- A machine has another name than before, and either name is also that of another machine.
INSERT INTO ambiguous
	SELECT old.machine, 'exchanged', MIN(old.label), MIN(new.label)
		FROM latest AS old JOIN latest AS new ON new.machine = old.machine
			AND old.is_past AND NOT new.is_past AND new.label <> old.label
		JOIN latest AS third ON third.machine <> old.machine
			AND third.label IN (old.label, new.label)
			AND third.label = CASE WHEN third.is_past THEN new.label ELSE old.label END
		WHERE old.machine NOT IN (SELECT machine FROM ambiguous)
		GROUP BY old.machine;

CREATE TEMP TABLE pair AS
	SELECT old.machine, old.model, old.run AS old, new.run AS new
		FROM latest AS old JOIN latest AS new
			ON new.machine = old.machine AND new.model = old.model
			AND old.is_past AND NOT new.is_past
		WHERE old.machine NOT IN (SELECT machine FROM ambiguous);

CREATE UNIQUE INDEX temp.pair_key ON pair (machine, model);

CREATE TEMP VIEW paired AS SELECT state.* FROM state JOIN pair USING (machine, model);

CREATE TEMP VIEW change AS
	SELECT new.figure, new.model, new.machine, new.value / old.value AS value
		FROM side AS new JOIN side AS old USING (figure, model, machine)
		JOIN pair USING (machine, model)
		WHERE old.is_past AND NOT new.is_past AND old.value > 0 AND new.value > 0;

-- What the records of a machine state otherwise than before. What one side does not state is no change.
CREATE TEMP TABLE stated AS
	SELECT run, 1 AS place, 'firmware' AS what, firmware AS text FROM latest
	UNION ALL SELECT run, 2, 'microcode', microcode FROM latest
	UNION ALL SELECT run, 3, 'memory', memory FROM latest
	UNION ALL SELECT run, 4, 'CPUs', cpus || '' FROM latest WHERE cpus > 0
	UNION ALL SELECT run, 5, 'disks', disks FROM latest
	UNION ALL SELECT run, 6, 'kernel', kernel FROM latest
	UNION ALL SELECT run, 7, 'mitigations', mitigations FROM latest
	UNION ALL SELECT run, 8, 'build', build FROM latest
	UNION ALL SELECT run, 9, name, item.value FROM latest JOIN main.item USING (run);

CREATE INDEX temp.stated_key ON stated (run, place, what);

CREATE TEMP TABLE fact AS
	SELECT pair.machine, pair.model, past.place, past.what, past.text AS before, now.text AS after
		FROM pair JOIN stated AS past ON past.run = pair.old
		JOIN stated AS now ON now.run = pair.new AND now.place = past.place
			AND now.what = past.what
		WHERE past.text <> now.text AND past.text <> '' AND now.text <> '';
