import type { TallyTarget } from '@ledger/contracts/events/purpose-and-tally-line-schemas.ts'
import type { DecisionState } from '../account-and-transaction-states.ts'
import type { TallyCommand } from '../commands.ts'
import { type AcceptedDecision, accept } from '../decision.ts'
import { tallyLineKey } from './tally-map-state.ts'

/**
 * Decides a change of the map to Tally and the record of a file. Neither moves money. Lines that stay as they are leave
 * no trace, and a change of nothing appends nothing.
 */
export function decideTally({ folded: { tallyMap } }: DecisionState, command: TallyCommand): AcceptedDecision {
  if (command.type === 'ExportToTally') return accept({ type: 'TallyExported', data: command.file })
  const lines = command.lines.flatMap(({ target: after, ...line }) => {
    const before = tallyMap.lines.get(tallyLineKey(line))?.target ?? null
    return isSameTarget(before, after) ? [] : [{ ...line, before, after }]
  })
  const defaults = { before: tallyMap.usesDefaults, after: command.useDefaults ?? tallyMap.usesDefaults }
  if (lines.length === 0 && defaults.before === defaults.after) return accept()
  return accept({ type: 'TallyMapChanged', data: { lines, defaults } })
}

const isSameTarget = (one: TallyTarget | null, other: TallyTarget | null) =>
  one?.ledger === other?.ledger && one?.group === other?.group
