import { EVENT_DATA, type Settings, SYSTEM } from '@ledger/contracts/events.ts'
import { upcast } from '@ledger/contracts/upcast.ts'
import { queriesOver } from '@ledger/database/one-connection.ts'
import type { Pool } from 'pg'
import { openidInForce } from './companies/provider.ts'
import type { Configuration } from './configuration.ts'
import { areSameSettings } from './domain/decide-access.ts'
import type { AppendLog } from './event-store/append.ts'

/** An advisory lock number that no other program on this database uses. */
const SETTINGS_LOCK = 7_310_529

interface Noting {
  pool: Pool
  log: AppendLog
  companyId: string
  clock: () => string
}

/**
 * Records the settings that decide who can sign in and what can be proved: a start with other settings than the last
 * one appends an event. Processes that start at once record them once. It takes one connection, because more companies
 * than the pool has connections may open at once: if each held one and waited for another, none would open.
 */
export async function noteSettings(
  { pool, log, companyId, clock }: Noting,
  configuration: Configuration,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [SETTINGS_LOCK, companyId])
    const noted = await lastNoted(client, companyId)
    const openid = await openidInForce(queriesOver(client), companyId, configuration.openid)
    const settings = settingsOf(configuration, openid, await checkpointKeyOf(client, companyId))
    // A company that opens again has recorded its settings long ago, and needs no connection of its log for that.
    if (noted === null || !areSameSettings(noted, settings))
      await log.submit({
        command: { type: 'NoteSettings', noted, settings, by: { system: SYSTEM }, now: clock() },
        meta: {},
        answer: () => ({ status: 200, body: '' }),
      })
    await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [SETTINGS_LOCK, companyId])
    client.release()
  } catch (error) {
    // The connection may still hold the lock.
    client.release(true)
    throw error
  }
}

export function settingsOf(
  { publicOrigin, passwordReveal, signInLimit }: Configuration,
  openid: Settings['openid'],
  checkpointKey: string | null,
): Settings {
  return { publicOrigin: publicOrigin ?? null, passwordReveal, signInLimit, openid, checkpointKey }
}

type Client = Pick<Pool, 'query'>

/**
 * Returns the settings that the log recorded last: by the index of the read model, and event by event after the read
 * model's position. That position is read first: without its value the planner expects a third of the log after it and
 * reads the whole log, at each start and whenever a company opens.
 */
export async function lastNoted(client: Client, companyId: string): Promise<Settings | null> {
  const { rows: taken } = await client.query<{ noted: number | null; position: number | null }>(
    `SELECT (SELECT max(position) FROM activity WHERE company_id = $1 AND type = 'SettingsChanged') AS noted,
      (SELECT position FROM checkpoints WHERE company_id = $1 AND projection = 'activity') AS position`,
    [companyId],
  )
  const { rows } = await client.query<{ schema_version: number; data: string }>(
    `SELECT schema_version, data FROM (
      SELECT position, schema_version, data FROM events WHERE company_id = $1 AND position = $2
      UNION ALL
      SELECT position, schema_version, data FROM events WHERE company_id = $1 AND position > $3 AND type = 'SettingsChanged'
    ) AS noted ORDER BY position DESC LIMIT 1`,
    [companyId, taken[0]?.noted, taken[0]?.position ?? 0],
  )
  const [row] = rows
  if (row === undefined) return null
  return EVENT_DATA.SettingsChanged.parse(upcast('SettingsChanged', row.schema_version, JSON.parse(row.data))).after
}

async function checkpointKeyOf(client: Client, companyId: string): Promise<string | null> {
  const { rows } = await client.query<{ key: string }>(
    'SELECT verifier_key AS key FROM verifier_keys WHERE company_id = $1',
    [companyId],
  )
  return rows[0]?.key ?? null
}
