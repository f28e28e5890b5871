import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { TallyTarget } from '@ledger/contracts/events/purpose-and-tally-line-schemas.ts'
import type { TallyLineKind } from '@ledger/contracts/tally/tally-groups-and-line-kinds.ts'

/** The subject of a line of the map: its kind, and the id within that kind. */
interface TallyLineKey {
  kind: TallyLineKind
  id: string
}

interface ChosenTallyLine extends TallyLineKey {
  name: string
  target: TallyTarget
}

/** The fold of the log for the map to Tally: the lines that the office chose. */
export interface TallyMap {
  /** Whether what has no line gets a ledger of its own name. */
  readonly usesDefaults: boolean
  /** By `tallyLineKey`. */
  readonly lines: ReadonlyMap<string, ChosenTallyLine>
}

export const DEFAULT_TALLY_MAP: TallyMap = { usesDefaults: true, lines: new Map() }

/** Returns the text by which a line is found. */
export const tallyLineKey = ({ kind, id }: TallyLineKey): string => `${kind}:${id}`

/** Returns the map after an event. Pure. */
export function evolveTallyMap(map: TallyMap, event: NewEvent): TallyMap {
  if (event.type !== 'TallyMapChanged') return map
  const lines = new Map(map.lines)
  for (const { kind, id, name, after } of event.data.lines) {
    if (after === null) lines.delete(tallyLineKey({ kind, id }))
    else lines.set(tallyLineKey({ kind, id }), { kind, id, name, target: after })
  }
  return { usesDefaults: event.data.defaults.after, lines }
}
