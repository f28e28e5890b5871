/** The jobs that are asked for by name. Here alone, so that the API does not load their code. */

/** Compares the read models with the log: those of the companies that are due, or of one on request. */
export const VERIFY_READ_MODELS_JOB = 'verify-read-models'
export const VERIFY_LEDGER_JOB = 'verify-ledger'
export const REBUILD_JOB = 'rebuild-projection'
