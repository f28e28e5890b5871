import { LedgerUnavailable, OutcomeUnknown } from '@ledger/ledger-service/event-store/append/append-errors.ts'
import type { CommandAnswer } from '@ledger/ledger-service/event-store/append/command-and-answer-types.ts'
import type { AppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionsWaitingForLock } from '../../environment/database/lock-waiters.ts'
import { skipOnCluster } from '../../environment/database/skip-on-cluster.ts'
import {
  commandEnvelope,
  expenseCommand,
  sendMoneyCommand,
  setPasswordCommand,
  transferCommand,
} from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** Nothing is read while no other process appends, and a batch is decided while the one before is being written. */

let ledger: TestLedger
let other: AppendLog
beforeEach(async () => {
  ledger = await openTestLedger()
  other = ledger.openSecondAppendLog()
  await warmUp()
})
afterEach(() => ledger.close())

const spend = (paise: number, key = `key ${paise}`) =>
  ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, paise), { key }))

/** Writes two batches that read: the second finds the log where the first has left it. */
async function warmUp(): Promise<void> {
  await spend(1, 'warm up')
  await spend(2, 'warm up again')
  ledger.batchReports.length = 0
}

const readFirst = () => ledger.batchReports.map(({ milliseconds }) => milliseconds.load > 0)
const recorded = async () =>
  (await ledger.readLog()).flatMap(({ data }) =>
    'entry' in data && data.entry.kind === 'debit' ? data.entry.paise : [],
  )
const spent = async () =>
  (await ledger.sql.query('SELECT spent_paise FROM account_states WHERE account_id = $1', [ledger.people.asha.id])).rows

/** Makes PostgreSQL run this where an expense of that amount is written, or at its commit. */
async function atExpenseOf(paise: number, when: 'at once' | 'at the commit', statement: string): Promise<void> {
  const trigger = when === 'at once' ? 'TRIGGER' : 'CONSTRAINT TRIGGER'
  const deferred = when === 'at once' ? '' : 'DEFERRABLE INITIALLY DEFERRED'
  await ledger.sql.query(`
    CREATE OR REPLACE FUNCTION public.test_fault() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.data #>> '{entry,paise}' = '${paise}' THEN ${statement}; END IF; RETURN NULL; END $$;
    CREATE ${trigger} test_fault AFTER INSERT ON events ${deferred} FOR EACH ROW EXECUTE FUNCTION public.test_fault()`)
}
const heal = () => ledger.sql.query('DROP TRIGGER test_fault ON events')

/** Waits for turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Sends the first, which then waits for the end of the log, and the second behind it; then releases both. */
async function onTheWire<First, Second>(
  first: () => Promise<First>,
  second: () => Promise<Second>,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<[PromiseSettledResult<First>, PromiseSettledResult<Second>]> {
  const client = await ledger.sql.connect()
  await client.query('BEGIN')
  await client.query('SELECT 1 FROM log_heads WHERE company_id = $1 FOR UPDATE', [ledger.companyId])
  const answered = [first()] as [Promise<First>]
  await ledger.untilBlocked('site-ledger append')
  const both = Promise.allSettled([...answered, second()] as const)
  // Commands submitted in one turn of the loop are sent in the next.
  await turns(2)
  await meanwhile()
  await client.query('COMMIT')
  client.release()
  return both
}

const fulfilled = (settled: PromiseSettledResult<CommandAnswer>) => settled.status === 'fulfilled' && settled.value
const rejected = (settled: PromiseSettledResult<unknown>) => settled.status === 'rejected' && settled.reason

describe('one process alone', () => {
  test('reads nothing for entries of accounts and beneficiaries that it knows', async () => {
    const { admin, asha, ravi } = ledger.people
    for (const command of [
      expenseCommand(asha, 3),
      sendMoneyCommand(admin, asha, 50),
      transferCommand(asha, ravi, 7),
      expenseCommand(asha, 4),
    ])
      await ledger.log.submit(commandEnvelope(command))
    expect(readFirst()).toEqual([false, false, false, false])
    expect(await recorded()).toEqual([1, 2, 3, 4])
  })

  test('reads what it does not know, and nothing again', async () => {
    const { bala } = ledger.people
    for (const name of ['Sharma Traders', 'Sharma Traders', 'Gupta Steel', 'GUPTA steel'])
      await ledger.log.submit(commandEnvelope(expenseCommand(bala, 5, name)))
    expect(readFirst()).toEqual([false, false, true, false])
  })

  test('decides one half of many while the other is written, in order', async () => {
    const answers = await Promise.all(Array.from({ length: 600 }, (_, index) => spend(10 + index)))
    const positions = answers.map(({ body }) => JSON.parse(body)[0])
    expect(positions).toEqual(positions.map((_, index) => positions[0] + index))
    expect(ledger.batchReports.map(({ commands }) => commands)).toEqual([300, 300])
    expect(readFirst()).toEqual([false, false])
    await ledger.readLog()
  })

  test('decides the next batch on what the one that is being written will leave', async () => {
    const { admin, asha, ravi } = ledger.people
    const [sent, passedOn] = await onTheWire(
      () => ledger.log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 100))),
      () =>
        Promise.all(
          [60, 60, 37].map((paise) => ledger.log.submit(commandEnvelope(transferCommand(asha, ravi, paise)))),
        ),
    )
    expect(fulfilled(sent)).toMatchObject({ status: 201 })
    expect(passedOn).toMatchObject({ value: [{ status: 201 }, { status: 422 }, { status: 201 }] })
  })
})

describe('a key that comes again', () => {
  test('is answered what it was answered first, and its neighbours are recorded once', async () => {
    const first = await spend(3, 'again')
    const answers = await Promise.all([spend(4), spend(3, 'again'), spend(5), spend(3, 'again')])
    expect(answers[1]).toMatchObject(first)
    expect(answers[3]).toMatchObject(first)
    expect(await recorded()).toEqual([1, 2, 3, 4, 5])
    expect(ledger.errors).toEqual([])
    expect(await spend(6)).toMatchObject({ status: 201 })
    expect(readFirst()).toEqual([false, true, false])
  })

  test('with the very same command, its entry and all', async () => {
    const twice = commandEnvelope(expenseCommand(ledger.people.asha, 3), { key: 'the same' })
    const first = await ledger.log.submit(twice)
    expect(await ledger.log.submit(twice)).toMatchObject(first)
    expect(await recorded()).toEqual([1, 2, 3])
    expect(ledger.errors).toEqual([])
  })

  test('while its first try is being written is answered the same, once that is confirmed', async () => {
    const [first, second] = await onTheWire(
      () => spend(3, 'again'),
      () => Promise.all([spend(3, 'again'), spend(4)]),
    )
    expect(second).toMatchObject({ value: [fulfilled(first), { status: 201 }] })
    expect(await recorded()).toEqual([1, 2, 3, 4])
  })
})

test('a key that was answered answers the same when its session has ended; one that was not may be tried again', async () => {
  const { admin, asha } = ledger.people
  const first = await spend(3, 'of a session')
  await ledger.log.submit(commandEnvelope(setPasswordCommand(admin, asha)))
  ledger.batchReports.length = 0
  expect(await spend(3, 'of a session')).toMatchObject(first)
  expect(await spend(4, 'of no session')).toMatchObject({ status: 401 })
  expect(readFirst()).toEqual([true, true])
  const again = commandEnvelope(expenseCommand({ ...asha, epoch: asha.epoch + 1 }, 4), { key: 'of no session' })
  expect(await ledger.log.submit(again)).toMatchObject({ status: 201 })
})

describe('another process that appends in between', () => {
  test('overtakes what was decided, which is decided again', async () => {
    const { asha, ravi, admin } = ledger.people
    await ledger.log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 100)))
    await other.submit(commandEnvelope(transferCommand(asha, ravi, 60)))
    const answers = await Promise.all(
      [60, 33].map((paise) => ledger.log.submit(commandEnvelope(transferCommand(asha, ravi, paise)))),
    )
    expect(answers.map(({ status }) => status)).toEqual([422, 201])
    expect(readFirst()).toEqual([false, true])
    expect(ledger.errors).toEqual([])
    await ledger.readLog()
  })

  test('between the two that are on the wire: the first stands, the second is decided again', async () => {
    let theirs: Promise<CommandAnswer> | undefined
    const [first, second] = await onTheWire(
      () => spend(3),
      () => spend(4),
      async () => {
        theirs = other.submit(commandEnvelope(expenseCommand(ledger.people.bala, 5)))
        await ledger.untilBlocked('site-ledger append', 2)
      },
    )
    expect([fulfilled(first), fulfilled(second)]).toMatchObject([{ status: 201 }, { status: 201 }])
    expect(await theirs).toMatchObject({ status: 201 })
    expect((await recorded()).toSorted()).toEqual([1, 2, 3, 4, 5])
    expect(await spent()).toEqual([{ spent_paise: 1 + 2 + 3 + 4 }])
    expect(ledger.errors).toEqual([])
  })

  test('and appends all the time: each decides on what the other left', async () => {
    const { asha } = ledger.people
    for (let paise = 10; paise < 30; paise++) {
      const log = paise % 2 === 0 ? ledger.log : other
      expect(await log.submit(commandEnvelope(expenseCommand(asha, paise)))).toMatchObject({ status: 201 })
    }
    // A process that found the log elsewhere reads its end until it finds it where it left it.
    expect(readFirst().slice(1)).toEqual(Array.from({ length: 9 }, () => true))
    expect(await recorded()).toHaveLength(22)
  })
})

describe('the first of two on the wire that fails', () => {
  // Uses a trigger, which Citus does not support on a distributed table.
  skipOnCluster('for want of a disk is refused, and the second recorded without it', async () => {
    await atExpenseOf(3, 'at once', `RAISE EXCEPTION 'no' USING ERRCODE = '53100'`)
    const [first, second] = await onTheWire(
      () => spend(3),
      () => spend(4),
    )
    expect(rejected(first)).toBeInstanceOf(LedgerUnavailable)
    expect(fulfilled(second)).toMatchObject({ status: 201 })
    await heal()
    expect(await recorded()).toEqual([1, 2, 4])
    expect(await spend(3)).toMatchObject({ status: 201 })
    expect(await spent()).toEqual([{ spent_paise: 1 + 2 + 4 + 3 }])
  })

  // Uses a trigger, which Citus does not support on a distributed table.
  skipOnCluster("by one command's fault is tried one by one, before the second", async () => {
    await atExpenseOf(4, 'at once', `RAISE EXCEPTION 'no' USING ERRCODE = '23514'`)
    const [first, second] = await onTheWire(
      () => spend(3),
      () => Promise.allSettled([spend(4), spend(5), spend(6)]),
    )
    expect(fulfilled(first)).toMatchObject({ status: 201 })
    expect(second).toMatchObject({ value: [{ status: 'rejected' }, { status: 'fulfilled' }, { status: 'fulfilled' }] })
    const [third, fourth] = await onTheWire(
      () => Promise.allSettled([spend(4), spend(7)]),
      () => spend(8),
    )
    expect(third).toMatchObject({ value: [{ status: 'rejected' }, { status: 'fulfilled' }] })
    expect(fulfilled(fourth)).toMatchObject({ status: 201 })
    expect(await recorded()).toEqual([1, 2, 3, 5, 6, 7, 8])
    expect(await spent()).toEqual([{ spent_paise: 32 }])
  })

  test('and appended nothing does not fail the second: a refusal whose key was there', async () => {
    const { asha, ravi } = ledger.people
    const tooMuch = () =>
      ledger.log.submit(commandEnvelope(transferCommand(asha, ravi, 1_000_000), { key: 'too much' }))
    const refused = await tooMuch()
    const [first, second] = await onTheWire(tooMuch, () => spend(4))
    expect(fulfilled(first)).toMatchObject(refused)
    expect(fulfilled(second)).toMatchObject({ status: 201 })
    expect(await recorded()).toEqual([1, 2, 4])
    expect(ledger.errors).toEqual([])
    expect(await spend(5)).toMatchObject({ status: 201 })
    expect(await spent()).toEqual([{ spent_paise: 12 }])
  })

  test('with its connection, before its commit: not recorded; of the second nobody can tell, but its key', async () => {
    const [first, second] = await onTheWire(
      () => spend(3),
      () => spend(4),
      async () =>
        ledger.sql.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [
          await connectionsWaitingForLock(ledger.sql, 'site-ledger append'),
        ]),
    )
    expect(rejected(first)).toBeInstanceOf(LedgerUnavailable)
    expect(rejected(second)).toBeInstanceOf(OutcomeUnknown)
    expect(await recorded()).toEqual([1, 2])
    expect(await Promise.all([spend(4), spend(3)])).toMatchObject([{ status: 201 }, { status: 201 }])
    expect(await recorded()).toEqual([1, 2, 4, 3])
  })

  // Uses a trigger, which Citus does not support on a distributed table.
  skipOnCluster('to be confirmed is unknown, and so is the second; the keys settle both', async () => {
    await atExpenseOf(3, 'at the commit', `RAISE WARNING 'The transaction may not have been replicated'`)
    const [first, second] = await onTheWire(
      () => spend(3),
      () => spend(4),
    )
    for (const settled of [first, second]) expect(rejected(settled)).toBeInstanceOf(OutcomeUnknown)
    await heal()
    expect(await recorded()).toEqual([1, 2, 3, 4])
    expect(await Promise.all([spend(3), spend(4)])).toMatchObject([{ status: 201 }, { status: 201 }])
    expect(await recorded()).toEqual([1, 2, 3, 4])
    expect(await spent()).toEqual([{ spent_paise: 10 }])
  })
})

// Uses a trigger, which Citus does not support on a distributed table.
skipOnCluster('money of an unknown commit is spent once, though the batch behind it is confirmed', async () => {
  const { admin, asha, bala, ravi } = ledger.people
  await ledger.log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 100)))
  const passOn = () => ledger.log.submit(commandEnvelope(transferCommand(asha, ravi, 60)))
  const client = await ledger.sql.connect()
  await client.query('SELECT pg_advisory_lock(1)')
  const warnThenWait = `RAISE WARNING 'The transaction may not have been replicated'; PERFORM pg_advisory_xact_lock(1)`
  await atExpenseOf(60, 'at the commit', warnThenWait)
  const unknown = passOn().catch((error: unknown) => error)
  await ledger.untilBlocked('site-ledger append')
  // The warning has arrived; the next batch is sent behind it, and hears of none.
  await turns(10)
  const behind = ledger.log.submit(commandEnvelope(expenseCommand(bala, 4)))
  await turns(2)
  await client.query('SELECT pg_advisory_unlock(1)')
  client.release()
  expect(await unknown).toBeInstanceOf(OutcomeUnknown)
  expect(await behind).toMatchObject({ status: 201 })
  await heal()
  expect(await passOn()).toMatchObject({ status: 422 })
  await ledger.readLog()
})

test('who only asks for a confirmed commit gets one behind what is on the wire', async () => {
  const settled: string[] = []
  const [first, confirmed] = await onTheWire(
    () => spend(3).finally(() => settled.push('spent')),
    () => ledger.log.flush().finally(() => settled.push('confirmed')),
  )
  expect([first.status, confirmed.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(settled).toEqual(['spent', 'confirmed'])
  expect(ledger.batchReports.at(-1)).toMatchObject({ commands: 0, events: 0 })
  await ledger.readLog()
})

test('the head is moved from where the batch was decided, and from nowhere else', async () => {
  const before = await ledger.readLog()
  const wrong = Buffer.alloc(32, 7)
  await ledger.sql.query('UPDATE log_heads SET hash = $1', [wrong])
  await spend(3)
  // The next event follows the hash in the table: it was read, not taken from the cache of this process.
  const { rows } = await ledger.sql.query('SELECT prev_hash FROM events WHERE position = $1', [before.length + 1])
  expect(rows).toEqual([{ prev_hash: wrong }])
  expect(readFirst()).toEqual([true])
})
