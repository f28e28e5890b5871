import { sql } from 'kysely'

/**
 * The offset of a lateral subquery that finds its rows by a key, for each outer row. It keeps the planner from
 * rewriting the subquery. Without it the planner may join, and reads all rows of a company if its statistics say that
 * companies have one or two accounts, as they do if most companies are so small or were when the statistics were taken.
 */
export const OPTIMIZER_FENCE = sql.lit(0)
