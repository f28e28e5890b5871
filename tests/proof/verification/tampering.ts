import type { EventType } from '@ledger/contracts/events/event-schemas.ts'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { eventHash } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import {
  formatVerifierKey,
  logOrigin,
  signCheckpoint,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { AppendOnlyMerkleTree } from '@ledger/ledger-service/proof/merkle/merkle-tree.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The ways in which the owner of the database can change a log (proofs.md, What is found). Each acts in a
 * transaction of the owner.
 */

export interface TamperingTools {
  db: Kysely<Database>
  companyId: string
  /** How many events the newest checkpoint covers. */
  signed: number
  /** Returns an integer from 0 to below n. */
  random: (n: number) => number
}

/** Returns the first position that is wrong now, or undefined where only a checkpoint can show it. */
export type Tampering = (attack: TamperingTools) => Promise<number | undefined>

const TAMPERED_COLUMNS = [
  'event_id',
  'type',
  'schema_version',
  'recorded_at',
  'date',
  'actor',
  'data',
  'meta',
  'prev_hash',
  'hash',
] as const

export const TAMPERINGS: Record<string, Tampering> = {
  'one byte of a column is changed': async (attack) => {
    const position = positionInsideSigned(attack)
    const column = TAMPERED_COLUMNS[attack.random(TAMPERED_COLUMNS.length)] ?? 'data'
    await setEventColumn(attack, position, column, changedValue(column, await eventRowAt(attack, position), attack))
    return position
  },
  'an event is changed and its own hash computed anew': async (attack) => {
    const position = 1 + attack.random(attack.signed - 1)
    const event = { ...(await eventRowAt(attack, position)), ...otherContent(attack) }
    await setEventColumn(attack, position, 'meta', event.meta)
    await setEventColumn(attack, position, 'hash', eventHash(event))
    return position + 1
  },
  'an event is changed and the whole chain after it computed anew': async (attack) => {
    const position = positionInsideSigned(attack)
    await setEventColumn(attack, position, 'meta', otherContent(attack).meta)
    await rechain(attack)
    return undefined
  },
  'an event says nothing that it could say, and the whole chain after it is computed anew': async (attack) => {
    const position = positionInsideSigned(attack)
    const [type, data] = SENSELESS_DATA[attack.random(SENSELESS_DATA.length)] ?? []
    await setEventColumn(attack, position, 'type', type)
    await setEventColumn(attack, position, 'data', data)
    await rechain(attack)
    return undefined
  },
  'an event is deleted in the middle': async (attack) => {
    const position = 1 + attack.random(attack.signed - 1)
    await removeEvent(attack, position)
    return position
  },
  'an event is deleted and the ones after it are renumbered': async (attack) => {
    const position = 1 + attack.random(attack.signed - 1)
    await removeEvent(attack, position)
    await shiftPositions(attack, position, -1)
    return position
  },
  'an event is deleted, the ones after it renumbered and chained anew': async (attack) => {
    const position = 1 + attack.random(attack.signed - 1)
    await removeEvent(attack, position)
    await shiftPositions(attack, position, -1)
    await rechain(attack)
    return undefined
  },
  'an event is inserted': async (attack) => {
    const position = positionInsideSigned(attack)
    const event = await eventRowAt(attack, position)
    await shiftPositions(attack, position - 1, 1)
    await insertEvent(attack, { ...event, ...otherContent(attack) })
    return position
  },
  'an event stands there twice': async (attack) => {
    const position = positionInsideSigned(attack)
    const event = await eventRowAt(attack, position)
    await shiftPositions(attack, position, 1)
    await insertEvent(attack, { ...event, position: position + 1 })
    return position + 1
  },
  'two events are swapped': async (attack) => {
    const [first, second] = [1 + attack.random(attack.signed - 2), attack.signed]
    const [one, other] = [await eventRowAt(attack, first), await eventRowAt(attack, second)]
    await removeEvent(attack, first)
    await removeEvent(attack, second)
    await insertEvent(attack, { ...one, position: second })
    await insertEvent(attack, { ...other, position: first })
    return first
  },
  'the end is cut off before the newest checkpoint': async (attack) => {
    await cutLogAt(attack, 1 + attack.random(attack.signed - 1))
    return undefined
  },
  'an old backup is restored, checkpoints and all': async (attack) => {
    const end = 1 + attack.random(attack.signed - 1)
    await cutLogAt(attack, end)
    await sql`DELETE FROM signed_checkpoints WHERE company_id = ${attack.companyId} AND size > ${end}`.execute(
      attack.db,
    )
    return undefined
  },
  'another history is told from some event on': async (attack) => {
    const position = positionInsideSigned(attack)
    for (let at = position; at <= attack.signed; at++)
      await setEventColumn(attack, at, 'meta', otherContent(attack).meta)
    await rechain(attack)
    return undefined
  },
  'another key is put in, and signs another history': async (attack) => {
    await setEventColumn(attack, positionInsideSigned(attack), 'meta', otherContent(attack).meta)
    await rechain(attack)
    const key = signingKeyFromSecret(`the key of a forger, number ${attack.random(1e9)}, long enough`)
    const origin = logOrigin(attack.companyId)
    const root = await rootOfLog(attack)
    const note = signCheckpoint({ origin, size: attack.signed, root }, key)
    await sql`UPDATE verifier_keys SET verifier_key = ${formatVerifierKey(origin, key.publicKey)}`.execute(attack.db)
    await sql`UPDATE signed_checkpoints SET note = ${note} WHERE size = ${attack.signed}`.execute(attack.db)
    return undefined
  },
  'a checkpoint of another ledger is put in': async (attack) => {
    const key = signingKeyFromSecret('the key of another ledger, which is long enough')
    const note = signCheckpoint({ origin: logOrigin('another'), size: 1, root: Buffer.alloc(32) }, key)
    await sql`INSERT INTO signed_checkpoints (company_id, size, note) VALUES (${attack.companyId}, 1, ${note})`.execute(
      attack.db,
    )
    return undefined
  },
  'the state of an account is changed': async (attack) => {
    await sql`UPDATE account_states SET received_paise = received_paise + 1 WHERE account_id =
      (SELECT account_id FROM account_states ORDER BY account_id OFFSET ${attack.random(5)} LIMIT 1)`.execute(attack.db)
    return undefined
  },
  'the state of a transaction has no canonical form': async (attack) => {
    await sql`UPDATE transaction_states SET state = ${attack.random(2) ? '{"1":1}' : '{"entry":"\\ud800"}'} WHERE transaction_id =
      (SELECT transaction_id FROM transaction_states ORDER BY transaction_id OFFSET ${attack.random(10)} LIMIT 1)`.execute(
      attack.db,
    )
    return undefined
  },
  'the state of a transaction is changed': async (attack) => {
    await sql`UPDATE transaction_states SET revision = revision + 1 WHERE transaction_id =
      (SELECT transaction_id FROM transaction_states ORDER BY transaction_id OFFSET ${attack.random(10)} LIMIT 1)`.execute(
      attack.db,
    )
    return undefined
  },
}

/** Data that no version of the program has written, and that is valid JSON. */
const SENSELESS_DATA: readonly (readonly [EventType, string])[] = [
  ['AccountDisabled', '{"account":null}'],
  ['AccountEdited', '{"account":"","after":null}'],
  ['AccountOpened', '{"account":"","profile":{"1":"","firstName":"\\ud800"},"role":"admin"}'],
  ['DebitRecorded', '{"entry":{"1":1},"postings":[],"transaction":""}'],
  ['PasswordSet', '[]'],
  ['SignedIn', '1'],
  ['TransactionDeleted', '{"postings":null}'],
  ['TransactionEdited', '{"revision":2,"transaction":""}'],
]

const positionInsideSigned = ({ signed, random }: TamperingTools) => 1 + random(signed)
const otherContent = ({ random }: TamperingTools) => ({ meta: `{"requestId":"${random(1e9)}"}` })

/** Returns a value of the same kind that differs. */
function changedValue(
  column: (typeof TAMPERED_COLUMNS)[number],
  event: ChainedEvent,
  { random }: TamperingTools,
): unknown {
  switch (column) {
    case 'event_id':
      return event.eventId.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    case 'type':
      return (event.type === 'SignedIn' ? 'PasswordSet' : 'SignedIn') satisfies EventType
    case 'schema_version':
      return event.schemaVersion + 1
    case 'recorded_at':
    case 'date':
      return new Date(Date.parse(column === 'date' ? event.date : event.recordedAt) - 1).toISOString()
    case 'actor':
      return event.actor.replace(/"role":"./, (start) => `${start.slice(0, -1)}${start.endsWith('x') ? 'y' : 'x'}`)
    case 'data':
      return event.data.replace(/.$/, ' }')
    case 'meta':
      return `{"requestId":"${random(1e9)}"}`
    case 'prev_hash':
    case 'hash': {
      const bytes = Buffer.from(column === 'hash' ? event.hash : event.prevHash)
      const at = random(32)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes
    }
  }
}

async function eventRowAt({ db, companyId }: TamperingTools, position: number): Promise<ChainedEvent> {
  for await (const [event] of readStoredEventPages(db, companyId, { after: position - 1, upTo: position }))
    if (event) return event.toObject()
  throw new Error(`There is no event at ${position}`)
}

async function setEventColumn(
  { db, companyId }: TamperingTools,
  position: number,
  column: string,
  value: unknown,
): Promise<void> {
  await sql`UPDATE events SET ${sql.ref(column)} = ${value} WHERE company_id = ${companyId} AND position = ${position}`.execute(
    db,
  )
}

async function removeEvent({ db, companyId }: TamperingTools, position: number): Promise<void> {
  await sql`DELETE FROM events WHERE company_id = ${companyId} AND position = ${position}`.execute(db)
}

/** Shifts positions through negative numbers, because a primary key is checked as each row moves. */
async function shiftPositions({ db, companyId }: TamperingTools, after: number, by: number): Promise<void> {
  await sql`UPDATE events SET position = -(position + ${by}) WHERE company_id = ${companyId} AND position > ${after}`.execute(
    db,
  )
  await sql`UPDATE events SET position = -position WHERE company_id = ${companyId} AND position < 0`.execute(db)
}

async function insertEvent({ db, companyId }: TamperingTools, event: ChainedEvent): Promise<void> {
  await sql`INSERT INTO events VALUES (${companyId}, ${event.position}, ${event.eventId}, ${event.type}, ${event.schemaVersion},
    ${event.recordedAt}, ${event.date}, ${event.actor}::json, ${event.data}::json, ${event.meta}::json, ${event.prevHash}, ${event.hash})`.execute(
    db,
  )
}

/** Computes every hash after a change again, and the head with them, as a forger would. */
async function rechain(attack: TamperingTools): Promise<void> {
  let prevHash: Buffer = Buffer.alloc(32)
  let position = 0
  for await (const page of readStoredEventPages(attack.db, attack.companyId)) {
    for (const event of page) {
      const chained = { ...event.toObject(), prevHash }
      const hash = eventHash(chained)
      await setEventColumn(attack, event.position, 'prev_hash', prevHash)
      await setEventColumn(attack, event.position, 'hash', hash)
      prevHash = hash
      position = event.position
    }
  }
  await sql`UPDATE log_heads SET position = ${position}, hash = ${prevHash} WHERE company_id = ${attack.companyId}`.execute(
    attack.db,
  )
}

/** Cuts the log at a position, and changes its head to match, with the totals of the entries up to there. */
export async function cutLogAt({ db, companyId }: TamperingTools, end: number): Promise<void> {
  await sql`DELETE FROM events WHERE company_id = ${companyId} AND position > ${end}`.execute(db)
  await sql`UPDATE log_heads SET position = e.position, hash = e.hash, recorded_at = e.recorded_at FROM events e
    WHERE e.company_id = log_heads.company_id AND e.position = ${end} AND log_heads.company_id = ${companyId}`.execute(
    db,
  )
  await sql`UPDATE log_heads SET total_paise = (
      SELECT coalesce(sum((posting ->> 'paise')::numeric), 0) FROM events e, json_array_elements(e.data -> 'postings') posting
      WHERE e.company_id = ${companyId} AND posting ->> 'side' = 'spent')
    WHERE company_id = ${companyId}`.execute(db)
}

async function rootOfLog({ db, companyId, signed }: TamperingTools): Promise<Buffer> {
  const tree = new AppendOnlyMerkleTree()
  for await (const page of readStoredEventPages(db, companyId, { upTo: signed }))
    for (const event of page) tree.append(event.hash)
  return tree.root()
}
