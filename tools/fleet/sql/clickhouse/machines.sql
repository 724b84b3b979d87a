-- SPDX-License-Identifier: MIT
SELECT machine, any(id), any(id_from), any(label) FROM machine GROUP BY machine ORDER BY machine
