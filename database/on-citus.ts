/** Whether the database has Citus, and so may have its tables spread over nodes: an expression of SQL that every PostgreSQL understands. */
export const ON_CITUS = `(to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL)`
