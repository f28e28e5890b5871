import { randomUUIDv7 } from 'node:crypto'
import { BalanceReplay } from '@ledger/ledger-service/proof/point-in-time/balance-replay.ts'
import { saveSnapshot } from '@ledger/ledger-service/proof/point-in-time/balance-snapshots.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { readEventPage } from '@ledger/projections/log/read-event-pages.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import {
  answerCommand,
  askCommand,
  closeQuestionCommand,
  commandEnvelope,
  disableAccountCommand,
  editExpenseCommand,
  expenseCommand,
  sendMoneyCommand,
  setPasswordCommand,
  transferCommand,
} from '../../log/command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'

let ledger: TestLedger
const onStopped = (name: string) => expect.unreachable(`${name} stopped`)

beforeAll(async () => {
  ledger = await openTestLedger()
  const { admin, asha, bala, ravi, sonu } = ledger.people
  const submit = (...commands: Parameters<typeof commandEnvelope>[0][]) =>
    Promise.all(commands.map((command) => ledger.log.submit(commandEnvelope(command))))
  await submit(sendMoneyCommand(admin, asha, 5_000_000), sendMoneyCommand(admin, bala, 900_000))
  for (let round = 0; round < 6; round++) {
    const ids = Array.from({ length: 8 }, () => randomUUIDv7())
    await submit(...ids.map((id, at) => expenseCommand(asha, 1000 + at, `Payee ${at + round}`, id)))
    await submit(
      ...ids.slice(0, 3).map((id, at) => editExpenseCommand(asha, id, 2000 + at)),
      transferCommand(asha, ravi, 5000),
    )
  }
  await submit(disableAccountCommand(admin, sonu), setPasswordCommand(admin, bala))
  // Questions on an entry that is changed afterwards, and on one that never is.
  const [changed, unchanged, first, second] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
  await submit(...[changed, unchanged].map((id) => expenseCommand(asha, 4000, 'Asked about', id)))
  await submit(askCommand(admin, changed, first), askCommand(admin, unchanged, second))
  await submit(answerCommand(asha, changed, first), editExpenseCommand(asha, changed, 4001))
  await submit(closeQuestionCommand(admin, changed, first))
  await catchUp({ ...ledger, onStopped })
  // The balances as a replay stores them, at a position in the middle of a segment.
  const events = await readEventPage(ledger.db, ledger.companyId, 0, 33)
  const fold = new BalanceReplay()
  for (const event of events) fold.apply(event)
  const { rows } = await sql<{ hash: Buffer }>`SELECT hash FROM events WHERE position = 33`.execute(ledger.db)
  await saveSnapshot(ledger.db, ledger.companyId, {
    position: 33,
    hash: rows[0]?.hash ?? Buffer.of(),
    accounts: fold.serialize(),
  })
})
afterAll(() => ledger.close())

const verify = (given: object = {}) => {
  const { db, companyId, databaseUrl } = ledger
  return verifyLedger({ db, companyId, publicKey: undefined, databaseUrl, eventsPerSegment: 10, ...given })
}

test('by several processes a log is found as sound as by one reading of it', async () => {
  const steps: string[] = []
  const report = await verify({ onProgress: ({ step }: { step: string }) => steps.push(step) })
  expect(report).toMatchObject({ ok: true, states: 'equal', problems: [] })
  expect(report).toEqual(await verify({ databaseUrl: undefined, eventsPerSegment: 10_000 }))
  expect(new Set(steps)).toEqual(new Set(['chain', 'states', 'read models']))
})

/** Committed, so that every connection sees it, and reverted later. */
const CHANGES: [string, string, string, object][] = [
  [
    'an event of the last segment',
    "UPDATE events SET actor = replace(actor::text, 'name', 'Name')::json WHERE position = $1",
    "UPDATE events SET actor = replace(actor::text, 'Name', 'name')::json WHERE position = $1",
    { firstBad: { position: 71, reason: 'its content is not what was hashed' } },
  ],
  [
    'a state of an account',
    'UPDATE account_states SET spent_paise = spent_paise + $1',
    'UPDATE account_states SET spent_paise = spent_paise - $1',
    { states: 'different' },
  ],
  [
    'a state of an entry',
    'UPDATE transaction_states SET revision = revision + $1',
    'UPDATE transaction_states SET revision = revision - $1',
    { states: 'different' },
  ],
  [
    'who recorded an entry',
    'UPDATE transaction_states SET state = replace(state::text, \'"name":\', \'"name":"\' || $1 || \'","n":\')::json',
    'UPDATE transaction_states SET state = replace(state::text, \'"name":"\' || $1 || \'","n":\', \'"name":\')::json',
    { states: 'different' },
  ],
  [
    'a question on an entry',
    "UPDATE transaction_states SET state = replace(state::text, 'Where is the bill', 'Where is bill ' || $1)::json",
    "UPDATE transaction_states SET state = replace(state::text, 'Where is bill ' || $1, 'Where is the bill')::json",
    { states: 'different' },
  ],
  [
    'kept balances',
    "UPDATE balance_snapshots SET accounts = replace(accounts::text, '[', ' [')::json WHERE $1 > 0",
    "UPDATE balance_snapshots SET accounts = replace(accounts::text, ' [', '[')::json WHERE $1 > 0",
    { problems: ['The balances kept for position 33 are not the fold of the log'] },
  ],
  [
    'a row of a read model',
    'UPDATE read.sums SET count = count + $1',
    'UPDATE read.sums SET count = count - $1',
    { projections: { sums: 'different', ledger: 'equal', balances: 'equal' } },
  ],
]

/** In the short form one or two, by the seed: each takes several processes. */
const some = CHANGES.filter((_, index) => isFullRun || index % 4 === randomSeed % 4)

test.each(some)('several processes find what was changed: %s', async (_, change, back, found) => {
  await ledger.sql.query(change, [71])
  expect(await verify()).toMatchObject({ ok: false, ...found })
  await ledger.sql.query(back, [71])
})

if (isFullRun)
  test('a process that loses its connection is an error of whoever verifies, and the next verification finds all well', async () => {
    const holder = await ledger.sql.connect()
    await holder.query('BEGIN; LOCK TABLE read.sums IN ACCESS EXCLUSIVE MODE')
    const failed = expect(verify()).rejects.toThrow()
    await ledger.untilBlocked('site-ledger verification')
    await ledger.sql.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'site-ledger verification' AND datname = current_database()",
    )
    await failed
    await holder.query('COMMIT')
    holder.release()
    expect(await verify()).toMatchObject({ ok: true })
  })
