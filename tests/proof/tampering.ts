import type { EventType } from '@ledger/contracts/events.ts'
import type { SealedEvent } from '@ledger/database/stored-event.ts'
import type { Database } from '@ledger/database/tables.ts'
import { hashOf } from '@ledger/ledger-service/event-store/chain.ts'
import { sealedEvents } from '@ledger/ledger-service/event-store/rows.ts'
import { originOf, signCheckpoint, signingKeyFrom, verifierKey } from '@ledger/ledger-service/proof/checkpoint.ts'
import { GrowingTree } from '@ledger/ledger-service/proof/merkle.ts'
import { type Kysely, sql } from 'kysely'

/** What somebody who owns the database can do to a log (promises.md, Tamper evidence). Each acts in a transaction of the owner. */

export interface Attack {
  db: Kysely<Database>
  companyId: string
  /** How many events the newest checkpoint covers. */
  signed: number
  /** From 0 to below n. */
  random: (n: number) => number
}

/** Returns the first position that is wrong now, or undefined where only a checkpoint can tell. */
export type Tampering = (attack: Attack) => Promise<number | undefined>

const COLUMNS = [
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
    const position = inside(attack)
    const column = COLUMNS[attack.random(COLUMNS.length)] ?? 'data'
    await set(attack, position, column, changedValue(column, await rowAt(attack, position), attack))
    return position
  },
  'an event is changed and its own hash computed anew': async (attack) => {
    const position = 1 + attack.random(attack.signed - 1)
    const event = { ...(await rowAt(attack, position)), ...otherContent(attack) }
    await set(attack, position, 'meta', event.meta)
    await set(attack, position, 'hash', hashOf(event))
    return position + 1
  },
  'an event is changed and the whole chain after it computed anew': async (attack) => {
    const position = inside(attack)
    await set(attack, position, 'meta', otherContent(attack).meta)
    await rechain(attack)
    return undefined
  },
  'an event says nothing that it could say, and the whole chain after it is computed anew': async (attack) => {
    const position = inside(attack)
    const [type, data] = SENSELESS[attack.random(SENSELESS.length)] ?? []
    await set(attack, position, 'type', type)
    await set(attack, position, 'data', data)
    await rechain(attack)
    return undefined
  },
  'an event is deleted in the middle': async (attack) => {
    const position = 1 + attack.random(attack.signed - 1)
    await remove(attack, position)
    return position
  },
  'an event is deleted and the ones after it are renumbered': async (attack) => {
    const position = 1 + attack.random(attack.signed - 1)
    await remove(attack, position)
    await renumber(attack, position, -1)
    return position
  },
  'an event is deleted, the ones after it renumbered and chained anew': async (attack) => {
    const position = 1 + attack.random(attack.signed - 1)
    await remove(attack, position)
    await renumber(attack, position, -1)
    await rechain(attack)
    return undefined
  },
  'an event is inserted': async (attack) => {
    const position = inside(attack)
    const event = await rowAt(attack, position)
    await renumber(attack, position - 1, 1)
    await insert(attack, { ...event, ...otherContent(attack) })
    return position
  },
  'an event stands there twice': async (attack) => {
    const position = inside(attack)
    const event = await rowAt(attack, position)
    await renumber(attack, position, 1)
    await insert(attack, { ...event, position: position + 1 })
    return position + 1
  },
  'two events are swapped': async (attack) => {
    const [first, second] = [1 + attack.random(attack.signed - 2), attack.signed]
    const [one, other] = [await rowAt(attack, first), await rowAt(attack, second)]
    await remove(attack, first)
    await remove(attack, second)
    await insert(attack, { ...one, position: second })
    await insert(attack, { ...other, position: first })
    return first
  },
  'the end is cut off before the newest checkpoint': async (attack) => {
    await cut(attack, 1 + attack.random(attack.signed - 1))
    return undefined
  },
  'an old backup is restored, checkpoints and all': async (attack) => {
    const end = 1 + attack.random(attack.signed - 1)
    await cut(attack, end)
    await sql`DELETE FROM signed_checkpoints WHERE company_id = ${attack.companyId} AND size > ${end}`.execute(
      attack.db,
    )
    return undefined
  },
  'another history is told from some event on': async (attack) => {
    const position = inside(attack)
    for (let at = position; at <= attack.signed; at++) await set(attack, at, 'meta', otherContent(attack).meta)
    await rechain(attack)
    return undefined
  },
  'another key is put in, and signs another history': async (attack) => {
    await set(attack, inside(attack), 'meta', otherContent(attack).meta)
    await rechain(attack)
    const key = signingKeyFrom(`the key of a forger, number ${attack.random(1e9)}, long enough`)
    const origin = originOf(attack.companyId)
    const root = await rootOfLog(attack)
    const note = signCheckpoint({ origin, size: attack.signed, root }, key)
    await sql`UPDATE verifier_keys SET verifier_key = ${verifierKey(origin, key.publicKey)}`.execute(attack.db)
    await sql`UPDATE signed_checkpoints SET note = ${note} WHERE size = ${attack.signed}`.execute(attack.db)
    return undefined
  },
  'a checkpoint of another ledger is put in': async (attack) => {
    const key = signingKeyFrom('the key of another ledger, which is long enough')
    const note = signCheckpoint({ origin: originOf('another'), size: 1, root: Buffer.alloc(32) }, key)
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

/** What no version of the program has written, and JSON is. */
const SENSELESS: readonly (readonly [EventType, string])[] = [
  ['AccountDisabled', '{"account":null}'],
  ['AccountEdited', '{"account":"","after":null}'],
  ['AccountOpened', '{"account":"","profile":{"1":"","firstName":"\\ud800"},"role":"admin"}'],
  ['DebitRecorded', '{"entry":{"1":1},"postings":[],"transaction":""}'],
  ['PasswordSet', '[]'],
  ['SignedIn', '1'],
  ['TransactionDeleted', '{"postings":null}'],
  ['TransactionEdited', '{"revision":2,"transaction":""}'],
]

const inside = ({ signed, random }: Attack) => 1 + random(signed)
const otherContent = ({ random }: Attack) => ({ meta: `{"requestId":"${random(1e9)}"}` })

/** The same kind of value, but not the same. */
function changedValue(column: (typeof COLUMNS)[number], event: SealedEvent, { random }: Attack): unknown {
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

async function rowAt({ db, companyId }: Attack, position: number): Promise<SealedEvent> {
  for await (const [event] of sealedEvents(db, companyId, { after: position - 1, upTo: position }))
    if (event) return event.plain()
  throw new Error(`There is no event at ${position}`)
}

async function set({ db, companyId }: Attack, position: number, column: string, value: unknown): Promise<void> {
  await sql`UPDATE events SET ${sql.ref(column)} = ${value} WHERE company_id = ${companyId} AND position = ${position}`.execute(
    db,
  )
}

async function remove({ db, companyId }: Attack, position: number): Promise<void> {
  await sql`DELETE FROM events WHERE company_id = ${companyId} AND position = ${position}`.execute(db)
}

/** Through negative numbers, because a primary key looks at each row as it is moved. */
async function renumber({ db, companyId }: Attack, after: number, by: number): Promise<void> {
  await sql`UPDATE events SET position = -(position + ${by}) WHERE company_id = ${companyId} AND position > ${after}`.execute(
    db,
  )
  await sql`UPDATE events SET position = -position WHERE company_id = ${companyId} AND position < 0`.execute(db)
}

async function insert({ db, companyId }: Attack, event: SealedEvent): Promise<void> {
  await sql`INSERT INTO events VALUES (${companyId}, ${event.position}, ${event.eventId}, ${event.type}, ${event.schemaVersion},
    ${event.recordedAt}, ${event.date}, ${event.actor}::json, ${event.data}::json, ${event.meta}::json, ${event.prevHash}, ${event.hash})`.execute(
    db,
  )
}

/** As a forger would: every hash after a change computed anew, and the head with them. */
async function rechain(attack: Attack): Promise<void> {
  let prevHash: Buffer = Buffer.alloc(32)
  let position = 0
  for await (const page of sealedEvents(attack.db, attack.companyId)) {
    for (const event of page) {
      const chained = { ...event.plain(), prevHash }
      const hash = hashOf(chained)
      await set(attack, event.position, 'prev_hash', prevHash)
      await set(attack, event.position, 'hash', hash)
      prevHash = hash
      position = event.position
    }
  }
  await sql`UPDATE log_heads SET position = ${position}, hash = ${prevHash} WHERE company_id = ${attack.companyId}`.execute(
    attack.db,
  )
}

/** The log ends at a position, and its head says so too, with what the entries come to there. */
export async function cut({ db, companyId }: Attack, end: number): Promise<void> {
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

async function rootOfLog({ db, companyId, signed }: Attack): Promise<Buffer> {
  const tree = new GrowingTree()
  for await (const page of sealedEvents(db, companyId, { upTo: signed }))
    for (const event of page) tree.append(event.hash)
  return tree.root()
}
