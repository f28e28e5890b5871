import { sql } from 'kysely'

/**
 * The offset of a lateral subquery that finds its rows by a key, for each row that it stands beside. With it the subquery stays as it is
 * written. Without it the planner joins as it likes, and it likes to read all of a company wherever its statistics say that companies have
 * one or two accounts: of most of them, or when they were taken.
 */
export const OPTIMIZER_FENCE = sql.lit(0)
