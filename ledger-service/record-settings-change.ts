import { EVENT_DATA_SCHEMAS, SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import type { InstallationSettings } from '@ledger/contracts/events/setting-schemas.ts'
import { upcast } from '@ledger/contracts/events/upcasters.ts'
import { kyselyOverClient } from '@ledger/database/connection/connection-pool.ts'
import type { Queryable } from '@ledger/database/connection/queryable.ts'
import type { Pool } from 'pg'
import { effectiveOpenidSettings } from './companies/company-openid-provider.ts'
import type { ApiConfiguration } from './configuration/api-configuration.ts'
import { areSameSettings } from './domain/decide-audit-records.ts'
import type { AppendLog } from './event-store/append/group-commit.ts'

/** An advisory lock number that no other program on this database uses. */
const SETTINGS_LOCK_ID = 7_310_529

interface SettingsChangeContext {
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
export async function recordSettingsChange(
  { pool, log, companyId, clock }: SettingsChangeContext,
  configuration: ApiConfiguration,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [SETTINGS_LOCK_ID, companyId])
    const noted = await lastRecordedSettings(client, companyId)
    const openid = await effectiveOpenidSettings(kyselyOverClient(client), companyId, configuration.openid)
    const settings = settingsToRecord(configuration, openid, await readCheckpointKey(client, companyId))
    // A company that opens again has recorded its settings long ago, and needs no connection of its log for that.
    if (noted === null || !areSameSettings(noted, settings))
      await log.submit({
        command: { type: 'NoteSettings', noted, settings, by: { system: SYSTEM_ACTOR }, now: clock() },
        meta: {},
        answer: () => ({ status: 200, body: '' }),
      })
    await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [SETTINGS_LOCK_ID, companyId])
    client.release()
  } catch (error) {
    // The connection may still hold the lock.
    client.release(true)
    throw error
  }
}

export function settingsToRecord(
  { publicOrigin, passwordReveal, signInLimit }: ApiConfiguration,
  openid: InstallationSettings['openid'],
  checkpointKey: string | null,
): InstallationSettings {
  return { publicOrigin: publicOrigin ?? null, passwordReveal, signInLimit, openid, checkpointKey }
}

/**
 * Returns the settings that the log recorded last: by the index of the read model, and event by event after the read
 * model's position. That position is read first: without its value the planner expects a third of the log after it and
 * reads the whole log, at each start and whenever a company opens.
 */
export async function lastRecordedSettings(client: Queryable, companyId: string): Promise<InstallationSettings | null> {
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
  return EVENT_DATA_SCHEMAS.SettingsChanged.parse(upcast('SettingsChanged', row.schema_version, JSON.parse(row.data)))
    .after
}

async function readCheckpointKey(client: Queryable, companyId: string): Promise<string | null> {
  const { rows } = await client.query<{ key: string }>(
    'SELECT verifier_key AS key FROM verifier_keys WHERE company_id = $1',
    [companyId],
  )
  return rows[0]?.key ?? null
}
