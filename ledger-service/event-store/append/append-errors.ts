/** Thrown where the database is unavailable or full: the command was not recorded. */
export class LedgerUnavailable extends Error {}
/** Thrown where the connection was lost during the commit: the same key shows whether the command was recorded. */
export class OutcomeUnknown extends Error {}
