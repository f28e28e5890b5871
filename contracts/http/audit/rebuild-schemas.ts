import { z } from 'zod'
import { projectionName } from '../../projection-names-and-labels.ts'
import { instant, position } from './common-audit-fields.ts'

export const rebuildRequestBody = z.strictObject({
  projection: projectionName.describe('The read model to build anew'),
})
export const rebuildState = z.object({
  projection: z.string().describe('The read model'),
  state: z.enum(['waiting', 'running', 'done', 'failed']).describe('How far it is'),
  events: position.describe('How many events have been read'),
  of: position.describe('How many events there are to read'),
  changedAt: instant.describe('When this last changed, in UTC'),
})
