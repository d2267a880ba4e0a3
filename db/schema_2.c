/* Version 2 of the schema: what counts as newest goes by the time of a
 * measurement, not by the order of rows, since rows of another database may
 * come later.
 */
#include "db/schema.h"

const char schema_2[] =
"DROP VIEW best;\n"
"DROP VIEW results;\n"
"CREATE VIEW results AS SELECT\n"
"  m.id, m.derivation, u.name AS program, d.name AS device, x.sizes,\n"
"  m.status,\n"
"  coalesce((SELECT r.p25_ns FROM remeasurements AS r\n"
"    WHERE r.measurement = m.id ORDER BY r.at DESC, r.id DESC LIMIT 1),\n"
"    m.p25_ns)\n"
"    AS time_ns,\n"
"  m.reason, m.min_ns, m.median_ns, m.p25_ns, m.build_ns,\n"
"  m.first_launch_ns, m.check_ns, m.max_error, m.fp, m.tolerance, v.label,\n"
"  k.lines, u.strategy, u.seed, m.run, m.sequence, m.repeat, m.protocol,\n"
"  m.noise_epoch, m.at, k.key AS kernel, p.key AS program_key,\n"
"  d.key AS device_key, m.problem AS problem_id, m.device AS device_id,\n"
"  NOT EXISTS (SELECT 1 FROM measurements AS n\n"
"    WHERE n.kernel = m.kernel AND +n.device = m.device -- + : no index\n"
"    AND +n.problem = m.problem AND n.fp = m.fp\n"
"    AND n.tolerance = m.tolerance\n"
"    AND (n.at > m.at OR n.at = m.at AND n.id > m.id)) AS newest\n"
"  FROM measurements AS m\n"
"  JOIN problems AS x ON x.id = m.problem\n"
"  JOIN programs AS p ON p.id = x.program\n"
"  JOIN devices AS d ON d.id = m.device\n"
"  JOIN derivations AS v ON v.id = m.derivation\n"
"  JOIN kernels AS k ON k.id = m.kernel\n"
"  JOIN runs AS u ON u.id = m.run;\n"
"CREATE VIEW best AS SELECT * FROM (SELECT *, row_number() OVER (\n"
"  PARTITION BY program_key, device_key, sizes, fp\n"
"  ORDER BY time_ns, id) AS place\n"
"  FROM results WHERE status = 'ok' AND newest) WHERE place = 1;\n";
