import type { Actor, EventType, LedgerEvent, Posting } from '@ledger/contracts/events.ts'
import { hasPostingsOfToday, upcast } from '@ledger/contracts/upcast.ts'
import { readInt64, readUuid } from './binary-values.ts'
import { HashedFields } from './hashed-fields.ts'

/** An event as its row holds it: the JSON columns are canonical (RFC 8785) text, `recordedAt` and `date` ISO 8601 in UTC. */
export interface SealedEvent {
  companyId: string
  position: number
  eventId: string
  type: EventType
  schemaVersion: number
  recordedAt: string
  date: string
  actor: string
  data: string
  meta: string
  prevHash: Buffer
  hash: Buffer
}

/** The columns of a stored event, in the order in which its bytes hold them; the first five have one length each. */
export const COLUMNS = 'position, schema_version, recorded_at, date, event_id, prev_hash, hash, type, actor, meta, data'

/** Two bytes for the number of fields, then each field after four bytes of its length. */
const AT = { position: 6, schemaVersion: 18, recordedAt: 24, date: 36, eventId: 48, prevHash: 64 }
const LENGTH = 4

/**
 * An event as the server sent its row. Fields are decoded when they are looked at, because most readers look at few: hashing
 * reads the bytes of the JSON columns, folding only `data`.
 */
export class StoredEvent implements SealedEvent {
  readonly companyId: string
  readonly #bytes: Buffer
  readonly #prevHash: number
  readonly #hash: number
  readonly #type: number
  readonly #actor: number
  readonly #meta: number
  readonly #data: number
  #recordedAt: string | undefined

  constructor(companyId: string, bytes: Buffer) {
    this.companyId = companyId
    this.#bytes = bytes
    this.#prevHash = AT.prevHash + LENGTH
    this.#hash = after(bytes, this.#prevHash)
    this.#type = after(bytes, this.#hash)
    this.#actor = after(bytes, this.#type)
    this.#meta = after(bytes, this.#actor)
    this.#data = after(bytes, this.#meta)
  }

  get position(): number {
    return readInt64(this.#bytes, AT.position)
  }
  get schemaVersion(): number {
    return this.#bytes.readInt16BE(AT.schemaVersion)
  }
  /** Whoever checks the chain looks at it three times. */
  get recordedAt(): string {
    this.#recordedAt ??= instantOfBatch(readInt64(this.#bytes, AT.recordedAt))
    return this.#recordedAt
  }
  get date(): string {
    return instant(readInt64(this.#bytes, AT.date))
  }
  get eventId(): string {
    return readUuid(this.#bytes, AT.eventId)
  }
  get type(): EventType {
    return this.#bytes.toString('utf8', this.#type, end(this.#bytes, this.#type)) as EventType
  }
  get actor(): string {
    return this.#bytes.toString('utf8', this.#actor, end(this.#bytes, this.#actor))
  }
  get data(): string {
    return this.#bytes.toString('utf8', this.#data, end(this.#bytes, this.#data))
  }
  get meta(): string {
    return this.#bytes.toString('utf8', this.#meta, end(this.#bytes, this.#meta))
  }
  get prevHash(): Buffer {
    return this.#bytes.subarray(this.#prevHash, end(this.#bytes, this.#prevHash))
  }
  get hash(): Buffer {
    return this.#bytes.subarray(this.#hash, end(this.#bytes, this.#hash))
  }

  /**
   * The postings in `data`, without parsing the rest of it; undefined where none were found, and for an event whose postings
   * were written in another shape than today's (see unseal). In canonical text their key is
   * followed by more keys, and neither mark can stand inside a string, where each quote has its backslash.
   */
  postings(): Posting[] | undefined {
    if (!hasPostingsOfToday(this.type, this.schemaVersion)) return undefined
    const from = this.#bytes.indexOf(POSTINGS_BEGIN, this.#data, 'latin1')
    const to = from < 0 ? -1 : this.#bytes.indexOf(POSTINGS_END, from, 'latin1')
    if (to < 0) return undefined
    return JSON.parse(this.#bytes.toString('utf8', from + POSTINGS_BEGIN.length - 1, to + POSTINGS_END.length - 2))
  }

  /** Whether its content has the hash that it carries (see hashOf in the event store), by the bytes as they are. */
  isIntact(): boolean {
    const bytes = this.#bytes
    const copy = (start: number) => fields.copy(bytes, start, end(bytes, start))
    fields.begin(this.companyId, bytes.length * 2 + FRAME)
    fields.ascii(String(this.position))
    fields.uuid(bytes, AT.eventId)
    copy(this.#type)
    fields.ascii(String(this.schemaVersion))
    fields.ascii(this.recordedAt)
    fields.ascii(this.date)
    copy(this.#actor)
    copy(this.#meta)
    copy(this.#data)
    fields.hexadecimal(bytes, this.#prevHash, end(bytes, this.#prevHash))
    return fields.haveHash(bytes, this.#hash, end(bytes, this.#hash))
  }

  /** Every field as a value of its own: to be changed, spread or kept without the page that it came with. */
  plain(): SealedEvent {
    const { companyId, position, eventId, type, schemaVersion, recordedAt, date, actor, data, meta } = this
    const [prevHash, own] = [Buffer.from(this.prevHash), Buffer.from(this.hash)]
    return {
      companyId,
      position,
      eventId,
      type,
      schemaVersion,
      recordedAt,
      date,
      actor,
      data,
      meta,
      prevHash,
      hash: own,
    }
  }
}

const POSTINGS_BEGIN = '"postings":['
const POSTINGS_END = '"}],"'

const fields = new HashedFields()
/** All that is hashed but the fields of a row takes less. */
const FRAME = 1024

const end = (bytes: Buffer, start: number) => start + bytes.readInt32BE(start - LENGTH)
const after = (bytes: Buffer, start: number) => end(bytes, start) + LENGTH

const EPOCH_MS = Date.UTC(2000, 0, 1)
const DAY = 86_400_000_000
/** Days as text, `2026-11-21T`: a log has as many as it has years. */
const days = new Map<number, string>()
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/** Microseconds since 2000 as ISO 8601 in UTC, with thousandths; with all digits where there is more than thousandths. */
function instant(microseconds: number): string {
  const day = Math.floor(microseconds / DAY)
  const within = microseconds - day * DAY
  const seconds = Math.floor(within / 1_000_000)
  const minutes = Math.floor(seconds / 60)
  const fraction = String(within - seconds * 1_000_000).padStart(6, '0')
  const digits = within % 1000 === 0 ? fraction.slice(0, 3) : fraction
  const [hour, minute] = [TWO_DIGITS[Math.floor(minutes / 60)], TWO_DIGITS[minutes % 60]]
  return `${days.get(day) ?? writeDay(day)}${hour}:${minute}:${TWO_DIGITS[seconds % 60]}.${digits}Z`
}

/** Events that were recorded together follow each other. */
let last = { microseconds: Number.NaN, text: '' }

function instantOfBatch(microseconds: number): string {
  if (microseconds !== last.microseconds) last = { microseconds, text: instant(microseconds) }
  return last.text
}

const MOST_DAYS = 10_000

function writeDay(day: number): string {
  const text = new Date(EPOCH_MS + day * (DAY / 1000)).toISOString().slice(0, 11)
  if (days.size >= MOST_DAYS) days.clear()
  days.set(day, text)
  return text
}

/** An event has a shape that this program is too old to read. */
export class UnknownShape extends Error {}

/**
 * Reads a row back as an event, its data in the shape of today. Whoever reads what events say reads it here or by `factOf`;
 * what is hashed, exported or shown to auditors as it was written is read from the row. The row was checked when it was
 * appended, and the chain says that it is still the same.
 * @throws UnknownShape
 */
export function unseal(row: SealedEvent): LedgerEvent {
  const { position, eventId, schemaVersion, recordedAt, date } = row
  const { type, data } = factOf(row)
  const event = {
    type,
    data,
    position,
    eventId,
    schemaVersion,
    recordedAt,
    date,
    actor: actorOf(row.actor),
    // Few look at it.
    get meta(): LedgerEvent['meta'] {
      return JSON.parse(row.meta)
    },
  }
  // Its type and its data are of one event: factOf says so, and the compiler forgets it.
  return event as LedgerEvent
}

/** Few people do many things: each is parsed once. */
const actors = new Map<string, Actor>()
const MOST_ACTORS = 10_000

function actorOf(text: string): Actor {
  const known = actors.get(text)
  if (known) return known
  const actor: Actor = JSON.parse(text)
  if (actors.size >= MOST_ACTORS) actors.clear()
  actors.set(text, actor)
  return actor
}

/** What an event says without who, when and where: for readers of many who need no more. */
export type Fact = { [Event in LedgerEvent as Event['type']]: Pick<Event, 'type' | 'data'> }[EventType]

/** @throws UnknownShape */
export function factOf(row: Pick<SealedEvent, 'position' | 'type' | 'schemaVersion' | 'data'>): Fact {
  const { type, schemaVersion } = row
  const data = upcast(type, schemaVersion, JSON.parse(row.data))
  if (data) return { type, data } as Fact
  throw new UnknownShape(
    `${type} at ${row.position} has version ${schemaVersion}, which this program is too old to read`,
  )
}
