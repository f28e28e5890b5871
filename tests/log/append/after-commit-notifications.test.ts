import { setTimeout as sleep } from 'node:timers/promises'
import { clientSettings, connectPool } from '@ledger/database/connection/connection-pool.ts'
import { LOG_CHANNEL } from '@ledger/database/notification-channels.ts'
import { LedgerUnavailable, OutcomeUnknown } from '@ledger/ledger-service/event-store/append/append-errors.ts'
import { openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { openNotifyPublisher } from '@ledger/ledger-service/event-store/append/notify-publisher.ts'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { skipOnCluster } from '../../environment/database/skip-on-cluster.ts'
import { commandEnvelope, expenseCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** The notifications, stored answers and cached state after a commit, and after a failed one. */

let ledger: TestLedger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const fail = (error: Error) => expect.unreachable(error.message)
const now = () => new Date().toISOString()

/** Makes PostgreSQL run this at each insert of events, or at its commit. */
async function atEvents(when: 'at once' | 'at the commit', statement: string): Promise<void> {
  const trigger = when === 'at once' ? 'TRIGGER' : 'CONSTRAINT TRIGGER'
  const deferred = when === 'at once' ? '' : 'DEFERRABLE INITIALLY DEFERRED'
  await ledger.sql.query(`
    CREATE OR REPLACE FUNCTION public.test_fault() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN ${statement}; RETURN NULL; END $$;
    CREATE ${trigger} test_fault AFTER INSERT ON events ${deferred} FOR EACH ROW EXECUTE FUNCTION public.test_fault()`)
}
const heal = () => ledger.sql.query('DROP TRIGGER test_fault ON events')

test('an observer that throws after a commit has nothing tried again: one event, and its answer', async () => {
  const errors: string[] = []
  const lookedAt: string[] = []
  const observer = (name: string) => () => {
    lookedAt.push(name)
    throw new Error(`${name} threw`)
  }
  const log = openAppendLog({
    databaseUrl: ledger.databaseUrl,
    companyId: ledger.companyId,
    clock: now,
    notifyAppended: observer('announce'),
    onBatch: observer('onBatch'),
    onError: (error) => errors.push(error.message),
  })
  const before = (await ledger.readLog()).length
  const { asha } = ledger.people
  const answers = await Promise.all([1, 2, 3].map((paise) => log.submit(commandEnvelope(expenseCommand(asha, paise)))))
  await log.close()
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(await ledger.readLog()).toHaveLength(before + 3)
  expect([lookedAt, errors]).toEqual([['announce'], ['announce threw']])
})

// Uses a trigger, which Citus does not support on a distributed table.
skipOnCluster('what a batch that failed had read or made is not kept: neither names nor balances', async () => {
  const { asha } = ledger.people
  await atEvents('at once', `RAISE EXCEPTION 'no' USING ERRCODE = '23514'`)
  const failed = ledger.log.submit(commandEnvelope(expenseCommand(asha, 1000, 'gupta steel')))
  await expect(failed).rejects.toMatchObject({ code: '23514' })
  await heal()
  await ledger.log.submit(commandEnvelope(expenseCommand(asha, 5, 'Gupta Steel')))
  const last = (await ledger.readLog()).at(-1)
  expect(last).toMatchObject({ data: { entry: { beneficiary: { name: 'Gupta Steel' } } } })
  const names = await ledger.sql.query('SELECT name FROM beneficiary_names')
  expect(names.rows).toEqual([{ name: 'Gupta Steel' }])
  const kept = await ledger.sql.query('SELECT spent_paise FROM account_states WHERE account_id = $1', [asha.id])
  expect(kept.rows).toEqual([{ spent_paise: 5 }])
})

// Uses a trigger, which Citus does not support on a distributed table.
skipOnCluster(
  'a WARNING at the commit is no confirmation: the outcome is unknown, and the key settles it',
  async () => {
    const { asha } = ledger.people
    await atEvents('at the commit', `RAISE WARNING 'The transaction may not have been replicated'`)
    const keyed = commandEnvelope(expenseCommand(asha, 7), { key: 'asked-with-a-warning' })
    const error = await ledger.log.submit(keyed).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(OutcomeUnknown)
    expect(String(error)).toContain('may not have been replicated')
    const { length } = await ledger.readLog()
    await heal()
    expect(await ledger.log.submit(keyed)).toMatchObject({ status: 201, body: `[${length}]` })
    expect(await ledger.readLog()).toHaveLength(length)
  },
)

const CODES = {
  shared: ['53100', '53200', '57014', '57P01', '58030', '25006', '08006', '40001', '40P01'],
  own: ['23514', '22003', '42501'],
}

// Uses a trigger, which Citus does not support on a distributed table.
skipOnCluster.each([
  { whose: 'shared', errors: 1, what: 'the disk, a shutdown, a deadlock: everybody is told at once' },
  { whose: 'own', errors: 4, what: "one command's own: each is tried alone" },
] as const)('whose fault it is says the class of the code: $what', async ({ whose, errors }) => {
  const { asha } = ledger.people
  for (const code of CODES[whose]) {
    const errorsBefore = ledger.errors.length
    await atEvents('at once', `RAISE EXCEPTION 'no' USING ERRCODE = '${code}'`)
    const asked = [1, 2, 3].map((paise) => ledger.log.submit(commandEnvelope(expenseCommand(asha, paise))))
    const settled = await Promise.allSettled(asked)
    const isShared = settled.map((each) => each.status === 'rejected' && each.reason instanceof LedgerUnavailable)
    expect([code, isShared]).toEqual([code, asked.map(() => whose === 'shared')])
    expect([code, ledger.errors.length - errorsBefore]).toEqual([code, errors])
    await heal()
    expect(await ledger.log.submit(commandEnvelope(expenseCommand(asha, 4)))).toMatchObject({ status: 201 })
  }
})

test('what is announced while an announcement is under way is announced after it, and whose it is', async () => {
  const pool = connectPool(ledger.databaseUrl, {
    name: 'test announce',
    max: 1,
    onError: fail,
  })
  const listening = new Client(clientSettings(ledger.databaseUrl, { name: 'test listen' }))
  await listening.connect()
  const heard: (string | undefined)[] = []
  listening.on('notification', ({ payload }) => heard.push(payload))
  await listening.query(`LISTEN ${LOG_CHANNEL}`)
  const announce = openNotifyPublisher(pool, fail)
  // The first is running; the second may come too late for the listeners that the first one woke; the last is merged
  // with the second.
  announce('acme')
  announce('acme')
  announce('beta')
  announce('acme')
  await expect.poll(() => heard).toEqual(['acme', 'acme', 'beta'])
  await sleep(50)
  expect(heard).toHaveLength(3)
  announce('beta')
  await expect.poll(() => heard).toEqual(['acme', 'acme', 'beta', 'beta'])
  await listening.end()
  await pool.end()
})

test('announcements go on after one that failed, also where nobody could be told of it', async () => {
  const pool = connectPool(ledger.databaseUrl, { name: 'test announce', max: 1, onError: fail })
  await pool.end()
  let failed = 0
  const announce = openNotifyPublisher(pool, () => {
    failed++
    throw new Error('no place left in the log file')
  })
  announce('acme')
  await expect.poll(() => failed).toBe(1)
  announce('acme')
  await expect.poll(() => failed).toBe(2)
})
