import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeNotification } from '@ledger/contracts/http/change-notification.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { CONCURRENCY_LIMITS } from '@ledger/ledger-service/http/concurrency-limits.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { openResponseStream, type ResponseStream } from '../../environment/network/response-stream.ts'
import {
  askAbout,
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * api.md: the stream shows a reader which of their lists changed, once the lists show the change, and nothing about
 * other accounts.
 */

const SITE = '/api/site/follow'
const ADMIN = '/api/admin/follow'

let api: TestService
let office: TestClient
let incharge: FieldUser
let other: FieldUser
let supervisor: FieldUser
let otherSupervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  other = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
  otherSupervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '1000')
  await sendMoneyTo(office, other, '1000')
})
afterAll(() => api.close())

interface Heard {
  socket: ResponseStream
  /** Returns every `changed` event so far. */
  changes(): { what: string[]; position: number; id: number }[]
  /** Waits for at least one event, and returns the kinds that arrived since the last call. */
  next(): Promise<string[]>
}

async function follow(client: TestClient, path: string, headers: Record<string, string> = {}): Promise<Heard> {
  await expect.poll(async () => (await listenersBegin()) === (await headOf(api))).toBe(true)
  const socket = await openResponseStream(client, path, { headers })
  onTestFinished(() => void socket.socket.destroy())
  await expect.poll(socket.received).toContain('event: from')
  const changes = () =>
    [...socket.received().matchAll(/id: (\d+)\nevent: changed\ndata: (.*)\n\n/g)].map(([, id, data = '']) => ({
      ...changeNotification.parse(JSON.parse(data)),
      id: Number(id),
    }))
  let taken = 0
  return {
    socket,
    changes,
    async next() {
      await expect.poll(() => changes().length, { interval: 10 }).toBeGreaterThan(taken)
      const told = changes().slice(taken)
      taken += told.length
      return [...new Set(told.flatMap(({ what }) => what))]
    },
  }
}

/** A change announced before a stream opens may still arrive on it. */
async function listenersBegin(): Promise<number> {
  const ear = await api.company.changes.subscribe({ accountId: randomUUID(), role: 'supervisor' })
  ear.close()
  return ear.position
}

/** Changes arrive in order, so a stream that received the last one has received all before it. */
async function lastOf(...streams: Heard[]): Promise<void> {
  const mark = await hireFieldUser(office, 'supervisor')
  await office.patch(`/api/admin/supervisors/${mark.id}/status`, { status: 'disabled' })
  const head = await headOf(api)
  await expect.poll(() => streams.every((stream) => (stream.changes().at(-1)?.position ?? 0) >= head)).toBe(true)
}

async function headOf({ sql }: TestService): Promise<number> {
  const { rows } = await sql.query('SELECT position FROM log_heads')
  return rows[0].position
}

describe('tells what has changed', () => {
  it('to whom an entry belongs and to head office, and no more about it than its kind and the position', async () => {
    const [mine, offices] = [await follow(incharge.client, SITE), await follow(office, ADMIN)]
    await recordExpenseOf(incharge)
    expect(await mine.next()).toEqual(['balance', 'transactions', 'beneficiaries'])
    expect(await offices.next()).toEqual(['balance', 'transactions', 'beneficiaries'])
    await sendMoneyTo(office, incharge, '20000')
    expect(await mine.next()).toEqual(['balance', 'transactions'])
    expect(await offices.next()).toEqual(['balance', 'transactions'])
    const [last] = mine.changes().slice(-1)
    expect(last).toEqual({ what: ['balance', 'transactions'], position: await headOf(api), id: last?.position })
    // The stream contains only the events that were read above, its comments and its first event.
    const said = mine.socket
      .received()
      .split('\r\n\r\n')
      .slice(1)
      .join('')
      .replaceAll(/^[\da-f]+\r$|\r/gm, '')
    const rest = said.replaceAll(
      /id: \d+\nevent: (changed\ndata: \{"what":\[[a-z",]+\],"position":\d+\}|from\ndata: \{\})\n\n/g,
      '',
    )
    expect(rest.trim()).toBe('')
  })

  it('to both sides of a transfer, to nobody else of the field', async () => {
    const [from, to] = [await follow(incharge.client, SITE), await follow(supervisor.client, SITE)]
    const strangers = [await follow(other.client, SITE), await follow(otherSupervisor.client, SITE)]
    const { id } = await transferMoney(incharge, supervisor, '200')
    expect(await from.next()).toEqual(['balance', 'transactions', 'people'])
    expect(await to.next()).toEqual(['balance', 'transactions'])
    const credit = {
      ...expectBody(await supervisor.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)[0],
    }
    expect((await office.delete(`/api/admin/transactions/${credit.id}`)).status, id).toBe(200)
    expect(await to.next()).toEqual(['balance', 'transactions'])
    await recordExpenseOf(incharge)
    await recordExpenseOf(supervisor)
    await lastOf(strangers[0] as Heard)
    // Incharges are notified of every supervisor, because they can send money to all of them; a supervisor is notified
    // of none.
    expect(new Set(strangers[0]?.changes().flatMap(({ what }) => what))).toEqual(new Set(['people']))
    expect(strangers[1]?.changes()).toEqual([])
  })

  it('of questions to head office and to the account that is asked', async () => {
    const { id } = await transferMoney(incharge, supervisor, '150')
    const [mine, theirs, offices] = [
      await follow(supervisor.client, SITE),
      await follow(incharge.client, SITE),
      await follow(office, ADMIN),
    ]
    const question = await askAbout(office, `${id}-in`, 'Did it come?')
    expect([await mine.next(), await offices.next()]).toEqual([['questions'], ['questions']])
    const answer = await supervisor.client.post(`/api/site/questions/${question.id}/answers`, { text: 'Yes' })
    expect(answer.status).toBe(201)
    expect([await mine.next(), await offices.next()]).toEqual([['questions'], ['questions']])
    expect(theirs.changes()).toEqual([])
  })

  it('of people to those whose lists show them; whoever got money from one has the name of that day', async () => {
    await transferMoney(incharge, supervisor, '100')
    const lists = () =>
      Promise.all(
        ['transactions', 'ledger', 'recipients'].map(
          async (name) => (await supervisor.client.get(`/api/site/${name}`)).text,
        ),
      )
    const before = await lists()
    const [mine, to, offices] = [
      await follow(incharge.client, SITE),
      await follow(supervisor.client, SITE),
      await follow(office, ADMIN),
    ]
    const { status } = await office.put(`/api/admin/users/${incharge.id}`, {
      name: 'Rajesh Patidar',
      mobile: incharge.mobile,
      siteName: 'Vijay Nagar Plaza',
    })
    expect(status).toBe(200)
    const renamed = await headOf(api)
    expect(await offices.next()).toEqual(['people'])
    expect(await lists()).toEqual(before)
    await lastOf(mine)
    expect(to.changes()).toEqual([])
    for (const { what, position } of mine.changes()) {
      expect(what).toEqual(['people'])
      expect(position).toBeGreaterThan(renamed)
    }
  })

  it('nothing of sign-ins, exports and shown passwords', async () => {
    const offices = await follow(office, ADMIN)
    await hireAuditor(office, `${randomUUID()}@example.in`)
    expect(await offices.next()).toEqual(['people'])
    await office.get('/api/audit/export')
    await office.get(`/api/admin/users/${incharge.id}`)
    await recordExpenseOf(incharge)
    expect(await offices.next()).toEqual(['balance', 'transactions', 'beneficiaries'])
  })
})

it('tells it only when the lists show it, and mostly less than a second after the answer', async () => {
  const mine = await follow(supervisor.client, SITE)
  const took: number[] = []
  for (let round = 1; round <= 5; round++) {
    await sendMoneyTo(office, incharge, '50')
    await transferMoney(incharge, supervisor, '50')
    const answered = performance.now()
    await mine.next()
    took.push(performance.now() - answered)
  }
  // The median of five, because a busy machine may be late now and then.
  expect(took.toSorted((a, b) => a - b)[2]).toBeLessThan(1000)
  const before = mine.changes().length
  const holding = await api.sql.connect()
  try {
    // While the checkpoints are locked, no projection writes anything.
    await holding.query('BEGIN')
    await holding.query('SELECT 1 FROM checkpoints WHERE company_id = $1 FOR UPDATE', [api.company.companyId])
    await recordExpenseOf(supervisor)
    await sleep(700)
    expect(mine.changes().length).toBe(before)
  } finally {
    await holding.query('COMMIT')
    holding.release()
  }
  expect(await mine.next()).toEqual(['balance', 'transactions', 'beneficiaries'])
})

it('gathers what comes close together', async () => {
  const mine = await follow(incharge.client, SITE)
  const begun = performance.now()
  for (let n = 0; n < (isFullRun ? 60 : 20); n++) await recordExpenseOf(incharge)
  await expect.poll(() => mine.changes().at(-1)?.position).toBe(await headOf(api))
  const rounds = (performance.now() - begun) / 200
  expect(mine.changes().length).toBeLessThanOrEqual(Math.ceil(rounds) + 2)
})

it('tells whoever comes back what was missed, and nothing where nothing was', async () => {
  const before = await headOf(api)
  await recordExpenseOf(other)
  const nothing = await follow(incharge.client, SITE, { 'last-event-id': String(before) })
  await transferMoney(other, otherSupervisor, '10')
  const again = await follow(otherSupervisor.client, SITE, { 'last-event-id': String(before) })
  expect(await again.next()).toEqual(['balance', 'transactions'])
  await lastOf(nothing)
  expect(new Set(nothing.changes().flatMap(({ what }) => what))).toEqual(new Set(['people']))
})

it('tells what another process has appended', async () => {
  const beside = await startTestService({ sharesDatabaseWith: api })
  try {
    const mine = await follow(incharge.client.withSameCookies(beside.origin), SITE)
    await recordExpenseOf(incharge)
    expect(await mine.next()).toEqual(['balance', 'transactions', 'beneficiaries'])
  } finally {
    await beside.close()
  }
})

describe('ends within five seconds of its session', () => {
  const endings: [string, (worker: FieldUser) => Promise<unknown>][] = [
    ['signed out', ({ client }) => client.withSameCookies().post('/api/site/logout')],
    ['disabled', ({ id }) => office.patch(`/api/admin/supervisors/${id}/status`, { status: 'disabled' })],
    ['deleted', ({ id }) => office.delete(`/api/admin/supervisors/${id}`)],
  ]
  it.each(firstUnlessFullRun(endings))('%s', async (_how, end) => {
    const worker = await hireFieldUser(office, 'supervisor')
    const { socket } = await follow(worker.client, SITE)
    const { status } = Object(await end(worker))
    expect(status).toBeLessThan(300)
    // Only the end of the session closes it; a busy machine takes longer.
    await expect.poll(socket.closedAt, { timeout: 20_000 }).toBeDefined()
    expect((await worker.client.get(SITE)).status).toBe(401)
  })
})

it('is for so many: twelve of an account, two of each of a thousand', async () => {
  expect(CONCURRENCY_LIMITS.siteFollow?.perCompany).toBeGreaterThanOrEqual(2000)
  const worker = await hireFieldUser(office, 'supervisor')
  await Promise.all(Array.from({ length: 12 }, () => follow(worker.client, SITE)))
  expect(await worker.client.get(SITE)).toMatchObject({ status: 429, json: { code: 'too_many_at_once' } })
  expect((await office.get(SITE)).status).toBe(403)
  expect((await worker.client.get(ADMIN)).status).toBe(403)
})

it('listens to the database once for all of them', async () => {
  const worker = await hireFieldUser(office, 'supervisor')
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => follow(worker.client, SITE)))
  const listening = async () => {
    const { rows } = await api.sql.query(
      `SELECT count(*) AS listening FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    )
    return Number(rows[0].listening)
  }
  // The projection worker's connection and the one for all streams; a process that was running beside it has ended or
  // is about to.
  await expect.poll(listening).toBe(2)
})
