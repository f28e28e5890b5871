import type { Pool } from 'pg'

/** A pool or a connection: whatever runs a query. */
export type Queryable = Pick<Pool, 'query'>
