import { z } from 'zod'
import { tallyGroup, tallyLineKind } from '../tally/tally-groups-and-line-kinds.ts'

/** A purpose of the list, as of contracts/purposes/company-purpose-list.ts. */
export const listedPurpose = z.strictObject({ name: z.string(), hindi: z.string(), aliases: z.array(z.string()) })
/** A ledger of Tally with its group; a cost centre has none. */
const tallyTarget = z.strictObject({ ledger: z.string(), group: tallyGroup.nullable() })
export type TallyTarget = z.infer<typeof tallyTarget>

/** A line of the map to Tally; null where the default counts. `name` is what it is a line of, as people read it. */
export const changedTallyLine = z.strictObject({
  kind: tallyLineKind,
  id: z.string(),
  name: z.string(),
  before: tallyTarget.nullable(),
  after: tallyTarget.nullable(),
})
