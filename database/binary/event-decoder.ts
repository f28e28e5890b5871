import { hash } from 'node:crypto'
import type { Actor, EventType, LedgerEvent, Posting } from '@ledger/contracts/events/event-schemas.ts'
import { hasCurrentPostings, upcast } from '@ledger/contracts/events/upcasters.ts'
import { memoize } from '@ledger/contracts/text/memoize.ts'
import { FIELD_LENGTH_BYTES } from './binary-row-encoder.ts'
import { readInt64, readUuid } from './int8-and-uuid.ts'
import { formatMicroseconds } from './timestamptz.ts'

/**
 * An event as its row stores it: the JSON columns are canonical (RFC 8785) text, `recordedAt` and `date` ISO 8601 in
 * UTC.
 */
export interface ChainedEvent {
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

/** The columns of a stored event, in the order of its bytes; the first five have a fixed length. */
export const STORED_EVENT_COLUMNS =
  'position, schema_version, recorded_at, date, event_id, prev_hash, hash, type, actor, meta, data'

/** Two bytes for the number of fields; four bytes of length before each field. */
const FIELD_OFFSETS = { position: 6, schemaVersion: 18, recordedAt: 24, date: 36, eventId: 48, prevHash: 64 }

/**
 * An event as the server sent its row. Fields are decoded on access, because most readers use few of them: hashing
 * reads the bytes of the JSON columns, folding reads only `data`.
 */
export class StoredEvent implements ChainedEvent {
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
    this.#prevHash = FIELD_OFFSETS.prevHash + FIELD_LENGTH_BYTES
    this.#hash = nextFieldStart(bytes, this.#prevHash)
    this.#type = nextFieldStart(bytes, this.#hash)
    this.#actor = nextFieldStart(bytes, this.#type)
    this.#meta = nextFieldStart(bytes, this.#actor)
    this.#data = nextFieldStart(bytes, this.#meta)
  }

  get position(): number {
    return readInt64(this.#bytes, FIELD_OFFSETS.position)
  }
  get schemaVersion(): number {
    return this.#bytes.readInt16BE(FIELD_OFFSETS.schemaVersion)
  }
  /** Cached, because a check of the chain reads it three times. */
  get recordedAt(): string {
    this.#recordedAt ??= formatMicrosecondsCached(readInt64(this.#bytes, FIELD_OFFSETS.recordedAt))
    return this.#recordedAt
  }
  get date(): string {
    return formatMicroseconds(readInt64(this.#bytes, FIELD_OFFSETS.date))
  }
  get eventId(): string {
    return readUuid(this.#bytes, FIELD_OFFSETS.eventId)
  }
  get type(): EventType {
    return this.#bytes.toString('utf8', this.#type, fieldEnd(this.#bytes, this.#type)) as EventType
  }
  get actor(): string {
    return this.#bytes.toString('utf8', this.#actor, fieldEnd(this.#bytes, this.#actor))
  }
  get data(): string {
    return this.#bytes.toString('utf8', this.#data, fieldEnd(this.#bytes, this.#data))
  }
  get meta(): string {
    return this.#bytes.toString('utf8', this.#meta, fieldEnd(this.#bytes, this.#meta))
  }
  get prevHash(): Buffer {
    return this.#bytes.subarray(this.#prevHash, fieldEnd(this.#bytes, this.#prevHash))
  }
  get hash(): Buffer {
    return this.#bytes.subarray(this.#hash, fieldEnd(this.#bytes, this.#hash))
  }

  /**
   * Returns the postings in `data` without parsing the rest of it; undefined if it finds none, and for an event whose
   * postings were written in another shape than today's (see hasCurrentPostings). In canonical text more keys follow
   * their key, and neither mark can occur inside a string, where each quote has a backslash.
   */
  postings(): Posting[] | undefined {
    if (!hasCurrentPostings(this.type, this.schemaVersion)) return undefined
    const from = this.#bytes.indexOf(POSTINGS_START_MARK, this.#data, 'latin1')
    const to = from < 0 ? -1 : this.#bytes.indexOf(POSTINGS_END_MARK, from, 'latin1')
    if (to < 0) return undefined
    return JSON.parse(
      this.#bytes.toString('utf8', from + POSTINGS_START_MARK.length - 1, to + POSTINGS_END_MARK.length - 2),
    )
  }

  /**
   * Returns whether the event's content has the hash that it carries (see eventHash in hash-chain.ts). Columns of text
   * are hashed as the bytes that were stored: decoded and encoded they could lose a change, and cost more.
   */
  hasValidHash(): boolean {
    const bytes = this.#bytes
    const room = bytes.length * 2 + HASH_OVERHEAD_BYTES
    if (hashInput.length < room) hashInput = Buffer.allocUnsafeSlow(room)
    const { companyId, eventId, recordedAt, date } = this
    const [position, version] = [String(this.position), String(this.schemaVersion)]
    let end = writeAscii(`9:ledger/v1,36:${companyId},${position.length}:${position},36:${eventId},`, 0)
    end = writeColumn(bytes, this.#type, end)
    end = writeAscii(`${version.length}:${version},${recordedAt.length}:${recordedAt},${date.length}:${date},`, end)
    end = writeColumn(bytes, this.#actor, end)
    end = writeColumn(bytes, this.#meta, end)
    end = writeColumn(bytes, this.#data, end)
    const previous = this.prevHash.toString('hex')
    end = writeAscii(`${previous.length}:${previous},`, end)
    // A digest as text costs less than half of a digest in its own buffer.
    return hash('sha256', hashInput.subarray(0, end), 'hex') === this.hash.toString('hex')
  }

  /** Returns every field as a value of its own, which can be changed, spread or stored without the page of rows. */
  toObject(): ChainedEvent {
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

const POSTINGS_START_MARK = '"postings":['
const POSTINGS_END_MARK = '"}],"'

/** Reused, because a verification hashes millions of events one after the other. */
let hashInput = Buffer.allocUnsafeSlow(16 * 1024)
/** An upper limit for all hashed bytes other than those of a row. */
const HASH_OVERHEAD_BYTES = 1024
const COMMA = 0x2c

const writeAscii = (fields: string, at: number) => at + hashInput.write(fields, at, 'latin1')

/** Writes a column of a row as a hashed field: `<length in bytes>:<bytes>,`. @returns where the next field starts */
function writeColumn(row: Buffer, start: number, at: number): number {
  const stop = fieldEnd(row, start)
  const from = writeAscii(`${stop - start}:`, at)
  const end = from + row.copy(hashInput, from, start, stop)
  hashInput[end] = COMMA
  return end + 1
}

const fieldEnd = (bytes: Buffer, start: number) => start + bytes.readInt32BE(start - FIELD_LENGTH_BYTES)
const nextFieldStart = (bytes: Buffer, start: number) => fieldEnd(bytes, start) + FIELD_LENGTH_BYTES

/** Consecutive events are often recorded at the same instant, which is then formatted once. */
let lastFormatted = { microseconds: Number.NaN, text: '' }

function formatMicrosecondsCached(microseconds: number): string {
  if (microseconds !== lastFormatted.microseconds)
    lastFormatted = { microseconds, text: formatMicroseconds(microseconds) }
  return lastFormatted.text
}

/** An event has a shape that is newer than this program. */
export class UnsupportedSchemaVersion extends Error {}

/**
 * Decodes a row as an event, with its data in today's shape. Code that reads the content of events uses this or
 * `decodePayload`; code that hashes, exports or shows events as they were written uses the row. The row was checked
 * when it was appended, and the hash chain proves that it is unchanged.
 * @throws UnsupportedSchemaVersion
 */
export function decodeEvent(row: ChainedEvent): LedgerEvent {
  const { position, eventId, schemaVersion, recordedAt, date } = row
  const { type, data } = decodePayload(row)
  const event = {
    type,
    data,
    position,
    eventId,
    schemaVersion,
    recordedAt,
    date,
    actor: parseActor(row.actor),
    // Parsed on access, because few readers use it.
    get meta(): LedgerEvent['meta'] {
      return JSON.parse(row.meta)
    },
  }
  // `decodePayload` returns the type and data of one event; the compiler loses that relation.
  return event as LedgerEvent
}

/** A few people record most events, so each actor is parsed once. */
const parseActor = memoize(10_000, (text: string): Actor => JSON.parse(text))

/** The type and data of an event, without author, time and position, for readers of many events. */
export type DecodedPayload = { [Event in LedgerEvent as Event['type']]: Pick<Event, 'type' | 'data'> }[EventType]

/**
 * Decodes only the type and data of an event.
 * @throws UnsupportedSchemaVersion
 */
export function decodePayload(row: Pick<ChainedEvent, 'position' | 'type' | 'schemaVersion' | 'data'>): DecodedPayload {
  const { type, schemaVersion } = row
  const data = upcast(type, schemaVersion, JSON.parse(row.data))
  if (data) return { type, data } as DecodedPayload
  throw new UnsupportedSchemaVersion(
    `${type} at ${row.position} has version ${schemaVersion}, which this program is too old to read`,
  )
}
