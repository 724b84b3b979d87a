-- SPDX-License-Identifier: MIT
-- What is typical of a model in each figure, by the values of its machines in table {own}.

CREATE TEMP TABLE typical_{own} AS
	SELECT figure, model, COUNT(*) AS machines, median(value) AS median, mad(value) AS mad,
			COALESCE(median(CASE WHEN boots >= 3 THEN spread END), 0) AS within,
			median(boots) AS boots, MAX(resolution) AS resolution
		FROM {own} GROUP BY figure, model;

CREATE UNIQUE INDEX temp.typical_{own}_key ON typical_{own} (figure, model);
