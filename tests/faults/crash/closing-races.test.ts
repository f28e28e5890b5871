import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { daysBefore } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { verifySeals } from '@ledger/ledger-service/proof/seals/verify-seals.ts'
import { findFirstCompanyId } from '@ledger/migrations/migrate.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import type { ProductProcess } from '../../environment/processes/start-process.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import type { RecordedCall } from '../checker/call-history.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { findInvariantBreaches } from '../checker/invariant-checker.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'
import { startRandomFieldLoad } from '../random-field-load.ts'

/**
 * R26: the books are closed, day after day, by two processes at once under one key, while eight users record entries on
 * these days, change them and move them around, and one process is killed in the middle. Runs only in
 * `npm run test:faults`. CLOSING_ROUNDS sets the number of rounds.
 */
const ROUNDS = Number(process.env.CLOSING_ROUNDS ?? 200)
const FIRST_DAY = '2025-01-01'
const SEALED = { timeout: 120_000, interval: 500 }

let ledger: ProductProcesses
let second: ProductProcess
beforeAll(async () => {
  ledger = await startProductProcesses()
  second = await ledger.startSecondApi()
})
afterAll(async () => {
  await second.stop()
  await ledger.close()
})

const closedDay = (round: number) => daysBefore(FIRST_DAY, -round)

test('R26: each entry of a closed day is in its seal or was refused, whatever is killed', {
  timeout: ROUNDS * 60_000,
}, async () => {
  const random = seededRandom(randomSeed)
  let round = 0
  // Around the day that is about to be closed, and today.
  const dayOf = () => (random.next() < 0.2 ? undefined : closedDay(round + random.whole(-1, 2)))
  const load = await startRandomFieldLoad(ledger.origin, randomSeed, { dayOf })
  const { office } = load.people
  for (; round < ROUNDS; round++) {
    await sleep(random.whole(100, 600))
    const key = randomUUID()
    const closing = [office, office.withSameCookies(second.address)].map((client) => close(client, round, key))
    await sleep(random.whole(0, 60))
    await ledger.stopApi('SIGKILL')
    await ledger.restartApi()
    await Promise.all(closing)
    expect(await close(office, round, key)).toBeLessThan(203)
  }
  await sleep(500)
  await load.stop()
  await load.resolveUnknownCalls()
  const evidence = await gatherFaultRunEvidence(ledger.database.url, load)
  expect(findInvariantBreaches({ ...evidence, calls: evidence.calls.map(withoutClosedDay) })).toEqual([])
  await expect.poll(async () => (await sealedDays(office)).length, SEALED).toBe(ROUNDS)
  expect(await problemsOfSeals()).toEqual([])
  expect(await statementsWithoutSeal(office, ['head_office', ...load.people.workers.map(({ id }) => id)])).toEqual([])
  const refused = load.calls.filter(({ status }) => status === 422).length
  process.stdout.write(
    `R26 (seed ${randomSeed}): ${ROUNDS} rounds, ${load.calls.length} calls, ${refused} refused, ${evidence.log.length} events\n`,
  )
  // Otherwise no entry met a closing.
  expect(refused).toBeGreaterThan(0)
})

/** A refusal of closed books is not stored under a key: the next one names the day up to which they are closed then. */
function withoutClosedDay(call: RecordedCall): RecordedCall {
  const { answer, repeatedAnswer } = call
  const areBoth = [answer, repeatedAnswer?.answer ?? ''].every((text) => text.includes('"code":"books_closed"'))
  return areBoth && repeatedAnswer ? { ...call, repeatedAnswer: { ...repeatedAnswer, answer } } : call
}

/** @returns the status; undefined where the process was killed meanwhile */
async function close(client: TestClient, round: number, key: string): Promise<number | undefined> {
  const body = { upTo: closedDay(round) }
  const reply = await client.post('/api/admin/books/close', body, { 'idempotency-key': key }).catch(() => undefined)
  return reply?.status
}

async function sealedDays(office: TestClient): Promise<string[]> {
  const { closings } = expectBody(await office.get('/api/admin/books'), 200, ROUTES.books.answer)
  return closings.filter(({ root }) => root !== null).map(({ upTo }) => upTo)
}

/**
 * Returns the statements of closings that are not sealed. Their figures are those of the read models in SQL, which the
 * fold of the seal has no part in. Only an account without any entry up to the day has no balance in a seal.
 */
async function statementsWithoutSeal(office: TestClient, accounts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const account of accounts)
    for (let round = 0; round < ROUNDS; round++) {
      const day = closedDay(round)
      const query = `account=${account}&to=${day}${round === 0 ? '' : `&from=${day}`}`
      const statement = expectBody(await office.get(`/api/admin/statement?${query}`), 200, ROUTES.statement.answer)
      const { sealState, opening, totals } = statement
      const isEmpty = totals.entries === 0 && opening === '0.00'
      if (sealState !== 'sealed' && !(isEmpty && sealState === 'closed')) found.push(`${query}: ${sealState}`)
    }
  return found
}

async function problemsOfSeals(): Promise<string[]> {
  const pool = connectPool(ledger.database.url, { name: 'checker', max: 1, onError: () => undefined })
  const db = kyselyOverPool(pool)
  try {
    const companyId = await findFirstCompanyId(pool)
    return await verifySeals(db, companyId ?? '', Number.MAX_SAFE_INTEGER)
  } finally {
    await db.destroy()
  }
}
