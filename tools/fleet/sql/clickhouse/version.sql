-- SPDX-License-Identifier: MIT
SELECT max(version) FROM fleet_version
