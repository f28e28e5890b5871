import { EVENT_DATA, type EventType } from './events.ts'

type Data = Record<string, unknown>
/** What an event of one version says, in the shape of the next. Pure: it looks at nothing but what the event holds. */
export type Upcaster = (data: Data) => Data

/**
 * The shapes that events once had: for a type, the first makes version 2 of version 1, the next one version 3 of that. A new
 * shape gets its upcaster here, before the first event of it is written, and a fixture in tests/log/fixtures; nothing is ever
 * taken out. What is kept of events in another form (states, read models, snapshots) is made anew by a step or a rebuild.
 */
export const UPCASTERS: Partial<Record<EventType, Upcaster[]>> = {}

/** The version of the shape in which events of a type are written today; undefined for a type that is not known here. */
export function versionOf(type: string): number | undefined {
  return isKnown(type) ? 1 + (UPCASTERS[type]?.length ?? 0) : undefined
}

/** The data of an event in the shape of today; undefined where the event is newer than this program. */
export function upcast(type: string, schemaVersion: number, data: Data): Data | undefined {
  if (!isKnown(type) || schemaVersion > 1 + (UPCASTERS[type]?.length ?? 0)) return undefined
  return (UPCASTERS[type] ?? []).slice(schemaVersion - 1).reduce((older, next) => next(older), data)
}

const isKnown = (type: string): type is EventType => Object.hasOwn(EVENT_DATA, type)
