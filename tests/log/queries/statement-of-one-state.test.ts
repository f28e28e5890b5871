import { setTimeout as sleep } from 'node:timers/promises'
import type { StatementRow } from '@ledger/contracts/http/statements/statement-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { readStatementPage } from '@ledger/projections/queries/statements/statement.ts'
import type { AskedSubject } from '@ledger/projections/queries/statements/statement-subject.ts'
import { readWholeStatement } from '@ledger/projections/queries/statements/whole-statement.ts'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { firstUnlessFullRun } from '../../environment/full-run.ts'
import { assignSupervisorCommand, commandEnvelope, expenseCommand, sendMoneyCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** A statement of a site has its people and their entries of one state, also where an assignment comes meanwhile. */

let ledger: TestLedger
beforeEach(async () => {
  ledger = await openTestLedger()
  const { admin, asha, ravi } = ledger.people
  await ledger.log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 100_000)))
  await ledger.log.submit(commandEnvelope(expenseCommand(asha, 2000)))
  await ledger.log.submit(commandEnvelope(expenseCommand(ravi, 5000)))
  await followLog()
})
afterEach(() => ledger.close())

const followLog = () => {
  const { db, companyId } = ledger
  return catchUp({ db, companyId, onStopped: (name) => expect.unreachable(name) })
}

async function assignRavi(): Promise<void> {
  const { admin, asha, ravi } = ledger.people
  await ledger.log.submit(commandEnvelope(assignSupervisorCommand(admin, ravi, asha)))
  await followLog()
}

const siteOfAsha = (): AskedSubject => ({ kind: 'site', siteId: ledger.people.asha.id, today: '2026-05-01' })
const contextOf = (db: Kysely<Database>) => {
  const { companyId } = ledger
  return { db, companyId, names: openAccountIdentityLoader(db, companyId) }
}

const READS = {
  async page(db: Kysely<Database>, asked = siteOfAsha()) {
    const read = await readStatementPage(contextOf(db), asked, { from: undefined, to: undefined, limit: 10 })
    if ('refused' in read) return expect.unreachable(read.refused)
    return read.page
  },
  async file(db: Kysely<Database>, asked = siteOfAsha()) {
    const { rows: pages, ...statement } = await readWholeStatement(contextOf(db), asked, {
      from: undefined,
      to: undefined,
    })
    const rows: StatementRow[] = []
    for await (const page of pages()) rows.push(...page)
    return { ...statement, rows }
  },
}

/** Returns the same database, which runs a task between the first read of the people of a site and the next read. */
function withTaskAfterPeople(task: () => Promise<void>): Kysely<Database> {
  const ofPeople = new WeakSet<object>()
  let isDone = false
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'RawNode' && node.sqlFragments.some((text) => text.includes('FROM supervisor_sites')))
        ofPeople.add(queryId)
      return node
    },
    async transformResult({ queryId, result }) {
      if (ofPeople.has(queryId) && !isDone) {
        isDone = true
        await task()
      }
      return result
    },
  }
  return ledger.db.withPlugin(plugin)
}

it.each(firstUnlessFullRun(['page', 'file'] as const))(
  'the %s that is read while a supervisor comes is that of before',
  async (kind) => {
    const read = READS[kind]
    const before = await read(ledger.db)
    expect(before).toMatchObject({ closing: '980.00', rows: [{ in: '1000.00' }, { out: '20.00' }] })
    let isAssigned = false
    const meanwhile = await read(
      withTaskAfterPeople(async () => {
        await assignRavi()
        isAssigned = true
      }),
    )
    expect(isAssigned).toBe(true)
    expect(meanwhile).toEqual(before)
    const after = await read(ledger.db)
    expect(after).toMatchObject({ closing: '930.00', rows: [{ in: '1000.00' }, { out: '20.00' }, { out: '50.00' }] })
    expect(after.position).toBeGreaterThan(before.position)
  },
)

const moveDirectory = (by: number) =>
  ledger.sql.query(
    `UPDATE read.checkpoints SET position = position + $2 WHERE company_id = $1 AND projection = 'directory'`,
    [ledger.companyId, by],
  )

it('waits for the people of a site to be at the position of the entries; an account does not', async () => {
  await moveDirectory(-1)
  expect(await READS.page(ledger.db, { kind: 'account', accountId: ledger.people.asha.id })).toMatchObject({
    closing: '980.00',
  })
  let answered = false
  const reading = READS.page(ledger.db).finally(() => {
    answered = true
  })
  await sleep(100)
  expect(answered).toBe(false)
  await moveDirectory(1)
  expect(await reading).toMatchObject({ closing: '980.00' })
})

it('adds up its period for the first page alone, also where later pages begin with another balance', async () => {
  const { asha, ravi } = ledger.people
  for (const paise of [300, 20, 1]) await ledger.log.submit(commandEnvelope(expenseCommand(asha, paise)))
  await assignRavi()
  await ledger.log.submit(commandEnvelope(expenseCommand(ravi, 7)))
  await followLog()
  let sums = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === 'RawNode' && node.sqlFragments.some((text) => text.includes('GROUP BY 1, 2'))) sums++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = ledger.db.withPlugin(counting)
  for (const asked of [siteOfAsha(), { kind: 'company' }, { kind: 'account', accountId: asha.id }] as AskedSubject[]) {
    const whole = await READS.file(ledger.db, asked)
    const period = { from: undefined, to: undefined, limit: 2 }
    const rows: StatementRow[] = []
    sums = 0
    for (let cursor: string | undefined; ; ) {
      const read = await readStatementPage(contextOf(db), asked, { ...period, cursor })
      if ('refused' in read) return expect.unreachable(read.refused)
      rows.push(...read.page.rows)
      expect(read.page).toMatchObject({ opening: whole.opening, closing: whole.closing, totals: whole.totals })
      if (read.page.next === null) break
      cursor = read.page.next
    }
    expect(rows).toEqual(whole.rows)
    expect([rows.length > 4, sums]).toEqual([true, 1])
  }
})
