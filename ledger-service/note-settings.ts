import { EVENT_DATA, type Settings, SYSTEM } from '@ledger/contracts/events.ts'
import { upcast } from '@ledger/contracts/upcast.ts'
import { queriesOver } from '@ledger/database/one-connection.ts'
import type { Pool } from 'pg'
import { openidInForce } from './companies/provider.ts'
import type { Configuration } from './configuration.ts'
import { areSameSettings } from './domain/decide-access.ts'
import type { AppendLog } from './event-store/append.ts'

/** Any number that other programs on this database do not lock. */
const SETTINGS_LOCK = 7_310_529

interface Noting {
  pool: Pool
  log: AppendLog
  companyId: string
  clock: () => string
}

/**
 * Settings that decide who gets in and what can be proved are history: a start with others than the last one appends an
 * event. Processes that start at once note them once. It takes one connection: companies that wake at once are more than the pool has, and
 * each that held one and waited for another would keep all from waking.
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
    // A company that wakes has noted them long ago, and needs no connection of its log for that.
    if (noted === null || !areSameSettings(noted, settings))
      await log.submit({
        command: { type: 'NoteSettings', noted, settings, by: { system: SYSTEM }, now: clock() },
        meta: {},
        answer: () => ({ status: 200, body: '' }),
      })
    await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [SETTINGS_LOCK, companyId])
    client.release()
  } catch (error) {
    // It may still hold the lock.
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
 * By the index of the read model, and past what that has taken, event by event. How far that is, is asked before: of a position that it
 * is not told the planner expects a third of the log behind it, and reads all of it, at each start and whenever a company wakes.
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
