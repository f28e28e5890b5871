import { z } from 'zod'

/** The read models, as checkpoints, rebuilds and verifications name them. */
export const projectionName = z.enum(
  ['balances', 'ledger', 'beneficiaries', 'directory', 'activity', 'sums', 'counts', 'bills'],
  {
    error: 'There is no such projection',
  },
)
export type ProjectionName = z.infer<typeof projectionName>
