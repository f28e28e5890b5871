import { DEFAULT_OFFICE_LIMITS } from '@ledger/contracts/default-office-limits.ts'
import type { OfficeLimits } from '@ledger/contracts/events/setting-schemas.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { skipOnCluster } from '../../environment/database/skip-on-cluster.ts'
import { commandEnvelope, expenseCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** Limits of the worklists are decided on the log: a change that another admin makes at the same moment is seen. */

let ledger: TestLedger
let others: TestLedger['log']
beforeEach(async () => {
  ledger = await openTestLedger()
  const { databaseUrl, companyId, onError } = ledger
  const clock = () => new Date().toISOString()
  others = openAppendLog({ databaseUrl, companyId, clock, notifyAppended: () => undefined, onError })
})
afterEach(async () => {
  await others.close()
  await ledger.close()
})

const byAdmin = () => {
  const { id: account, epoch } = ledger.people.admin
  return { by: { account, epoch }, now: '2026-04-01T06:30:00.000Z' }
}
const setLimits = (limits: OfficeLimits): Command => ({ type: 'SetOfficeLimits', limits, ...byAdmin() })
const setLevel = (account: string, paise: number | null): Command => ({
  ...{ type: 'SetAlertLevel', account, paise },
  ...byAdmin(),
})
const changes = async () =>
  (await ledger.readLog()).flatMap(({ type, data }) =>
    type === 'OfficeSettingsChanged' || type === 'AlertLevelSet' ? [[data.before, data.after]] : [],
  )
const more = { ...DEFAULT_OFFICE_LIMITS, lateDays: 30 }

test('limits that two processes set one after the other are both recorded, each with those before it', async () => {
  const { log, people } = ledger
  await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))
  await log.submit(commandEnvelope(setLimits(more)))
  await others.submit(commandEnvelope(setLimits(DEFAULT_OFFICE_LIMITS)))
  await log.submit(commandEnvelope(setLimits(DEFAULT_OFFICE_LIMITS)))
  await log.submit(commandEnvelope(setLimits(more)))
  expect(await changes()).toEqual([
    [DEFAULT_OFFICE_LIMITS, more],
    [more, DEFAULT_OFFICE_LIMITS],
    [DEFAULT_OFFICE_LIMITS, more],
  ])
})

test('limits that are set in one batch are, too, and so are alert levels of each account', async () => {
  const { log, people } = ledger
  const { asha, bala } = people
  const commands = [setLimits(more), setLimits(DEFAULT_OFFICE_LIMITS), setLevel(asha.id, 5), setLevel(asha.id, null)]
  await Promise.all(commands.map((command) => log.submit(commandEnvelope(command))))
  await others.submit(commandEnvelope(setLevel(bala.id, 7)))
  await log.submit(commandEnvelope(setLevel(bala.id, null)))
  await log.submit(commandEnvelope(setLevel(asha.id, null)))
  expect(await changes()).toEqual([
    ...[
      [DEFAULT_OFFICE_LIMITS, more],
      [more, DEFAULT_OFFICE_LIMITS],
    ],
    ...[
      [null, 5],
      [5, null],
      [null, 7],
      [7, null],
    ],
  ])
})

// The setting does not reach the nodes of a cluster, and a node scans a table of some rows.
skipOnCluster('the events are found by their own index', async () => {
  const { sql, companyId } = ledger
  await sql.query('ANALYZE events')
  const client = await sql.connect()
  await client.query('SET enable_seqscan = off')
  const { rows } = await client.query(`EXPLAIN SELECT position FROM events
    WHERE company_id = '${companyId}' AND type IN ('OfficeSettingsChanged', 'AlertLevelSet', 'TaxLimitsSet')`)
  client.release(true)
  expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('events_of_limits_and_taxes')
})
