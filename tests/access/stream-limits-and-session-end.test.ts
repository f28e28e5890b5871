import { createHash, randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { concurrencyLimiterFor, createConcurrencyLimiter } from '@ledger/ledger-service/http/concurrency-limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../environment/full-run.ts'
import type { TestClient } from '../environment/network/http-client.ts'
import { openResponseStream, type ResponseStream } from '../environment/network/response-stream.ts'
import { hireAuditor, hireFieldUser, signInAdmin } from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/**
 * security.md, Streams: they end with their session, wait for a slow reader, close when the client does not read, and
 * are limited in number.
 */

const FOLLOW = '/api/audit/follow'
const EXPORT = '/api/audit/export'
/** The same path, percent-encoded. */
const ENCODED_EXPORT = '/%61pi/audit/export'
/** The size of the log that a client follows from its beginning. */
const LOG_BYTES = 20_000_000
/** Replaces the 30 seconds of the product. */
const UNREAD_MS = 2000

let api: TestService
let office: TestClient
/** The server's ends of all connections. */
const served = new Set<Socket>()
beforeAll(async () => {
  api = await startTestService({ mayStop: true })
  api.app.server.on('connection', (socket) => served.add(socket))
  office = await signInAdmin(api.origin)
  await office.get(EXPORT)
  // Copies the last event two thousand times, with ten kilobytes in each copy.
  await api.sql.query(`
    INSERT INTO events SELECT company_id, position + n, gen_random_uuid(), type, schema_version, recorded_at, date, actor,
      json_build_object('padding', repeat('x', ${LOG_BYTES / 2000})), meta, prev_hash, hash
    FROM events, generate_series(1, 2000) n WHERE position = (SELECT position FROM log_heads)`)
  await api.sql.query('UPDATE log_heads SET position = position + 2000')
})

const auditor = () => hireAuditor(office, `${randomUUID()}@example.in`)
const idOf = ({ cookies }: TestClient) => decodeURIComponent(cookies.get('sid') ?? '').split('.')[0] ?? ''
const sessionOf = (client: TestClient) => createHash('sha256').update(idOf(client)).digest()
/** Returns the server's end of a connection, because a client that does not read learns of the close only later. */
async function serversEnd({ socket }: ResponseStream): Promise<Socket> {
  const find = () => [...served].find(({ remotePort }) => remotePort === socket.localPort)
  await expect.poll(find).toBeDefined()
  const end = find()
  if (!end) throw new Error('The server has no such connection')
  return end
}

describe('a stream ends within five seconds of its session', () => {
  const change = (table: string, what: string) => (client: TestClient) =>
    api.sql.query(
      table === 'sessions'
        ? `UPDATE sessions SET ${what} WHERE sid_hash = $1`
        : `UPDATE account_states SET ${what} WHERE account_id = (SELECT account_id FROM sessions WHERE sid_hash = $1)`,
      [sessionOf(client)],
    )
  const endings: [string, (client: TestClient, id: string) => Promise<unknown>][] = [
    ['signed out', (client) => client.withSameCookies().post('/api/admin/logout')],
    ['deleted', (_client, id) => office.delete(`/api/admin/auditors/${id}`)],
    ['disabled', change('account_states', `status = 'disabled'`)],
    ['given a new password', change('account_states', 'epoch = epoch + 1')],
    ['past its longest time', change('sessions', 'expires_at = now()')],
    ['idle for too long', change('sessions', `last_used_at = now() - interval '31 minutes'`)],
  ]
  it('signed out, deleted, disabled, given a new password, too old, idle', { timeout: 150_000 }, async () => {
    const streams = await Promise.all(
      endings.map(async ([how, end], index) => {
        const { client, id } = await auditor()
        // Only four exports may run at the same time.
        const paths = index < 4 ? [FOLLOW, index % 2 === 0 ? EXPORT : ENCODED_EXPORT] : [FOLLOW]
        const ends = await Promise.all(
          paths.map(async (path) => serversEnd(await openResponseStream(client, path, { reads: false }))),
        )
        return { how, end: () => end(client, id), client, ends }
      }),
    )
    // On a busy machine an export begins late, and a client that is disconnected before that keeps its connection open.
    const haveBegun = () => streams.every(({ ends }) => ends.every(({ bytesWritten }) => bytesWritten > 0))
    await expect.poll(haveBegun, { timeout: 60_000 }).toBe(true)
    // Longer than the interval between the checks: a valid session keeps its streams.
    await sleep(2500)
    for (const { how, ends } of streams)
      expect(
        ends.some(({ destroyed }) => destroyed),
        how,
      ).toBe(false)
    await Promise.all(streams.map(({ end }) => end()))
    const all = streams.flatMap(({ ends }) => ends)
    // Five seconds by promise; a busy machine takes longer.
    await expect.poll(() => all.every(({ destroyed }) => destroyed), { timeout: 20_000 }).toBe(true)
    // A request that ends after its session, as a long download may, does not count as use: an ended session stays
    // ended.
    for (const { client } of streams) await api.company.sessions.touch(idOf(client), undefined)
    for (const { how, client } of streams) expect((await client.get('/api/admin/auth')).status, how).toBe(401)
  })
})

describe('whoever does not read', () => {
  it('makes the server wait, and is cut; whoever reads slowly, or is told nothing for long, is not', {
    timeout: 150_000,
  }, async () => {
    const usual = api.app.server.timeout
    api.app.server.timeout = UNREAD_MS
    const { client } = await auditor()
    const another = await auditor()
    const fromStart = { headers: { 'last-event-id': '1' } }
    const silent = await Promise.all(
      [1, 2, 3, 4, 5].map(() => openResponseStream(client, FOLLOW, { reads: false, ...fromStart })),
    )
    const fetching = await openResponseStream(client, EXPORT, { reads: false })
    const slow = await openResponseStream(another.client, FOLLOW, fromStart)
    const idle = await openResponseStream(another.client, FOLLOW)
    // Reads a little at a time, so that data is always waiting.
    let slowBytes = 0
    slow.socket.on('data', (chunk) => {
      slowBytes += chunk.length
      slow.socket.pause()
      setTimeout(() => slow.socket.resume(), 20)
    })
    const ends = await Promise.all(silent.map(serversEnd))
    let most = 0
    const look = setInterval(() => {
      most = Math.max(most, ...ends.map(({ writableLength }) => writableLength))
    }, 10)
    const readers = await Promise.all([slow, idle].map(serversEnd))
    const all = [...ends, await serversEnd(fetching)]
    // An export begins late on a busy machine, because it has the lowest priority.
    await expect.poll(() => all.every(({ destroyed }) => destroyed), { timeout: 90_000 }).toBe(true)
    clearInterval(look)
    // The clients were behind by the whole log, while the server buffered an event or two for each.
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(LOG_BYTES / 20)
    await sleep(UNREAD_MS)
    expect(readers.map(({ destroyed }) => destroyed)).toEqual([false, false])
    expect(slowBytes).toBeGreaterThan(0)
    slow.socket.destroy()
    idle.socket.destroy()
    api.app.server.timeout = usual
  })
})

describe('so many streams', () => {
  const statusOf = async (listener: ResponseStream) => {
    await expect.poll(listener.received).toContain('\r\n\r\n')
    return Number(listener.received().split(' ', 2)[1])
  }
  /** Uses a connection of its own and closes it, because an answer with status 200 has no end. */
  const askedOnce = async (client: TestClient) => {
    const listener = await openResponseStream(client, FOLLOW)
    const status = await statusOf(listener)
    listener.socket.destroy()
    return status
  }

  it('for one account, and one more when one has ended; others have their own', async () => {
    const { client } = await auditor()
    const open = await Promise.all([1, 2, 3, 4, 5, 6].map(() => openResponseStream(client, FOLLOW)))
    expect(await Promise.all(open.map(statusOf))).toEqual([200, 200, 200, 200, 200, 200])
    const refused = await client.get(FOLLOW)
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_at_once' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const others = await openResponseStream((await auditor()).client, FOLLOW)
    expect(await statusOf(others)).toBe(200)
    open[0]?.socket.destroy()
    await expect.poll(() => askedOnce(client)).toBe(200)
    for (const { socket } of [...open, others]) socket.destroy()
  })

  it('one for each connection, however many it asks for, one behind the other', async () => {
    const { client } = await auditor()
    for (let round = 0; round < 3; round++) {
      const several = await Promise.all([1, 2, 3, 4, 5, 6].map(() => openResponseStream(client, FOLLOW, { times: 6 })))
      expect(await Promise.all(several.map(statusOf))).toEqual([200, 200, 200, 200, 200, 200])
      await expect.poll(() => askedOnce(client)).toBe(429)
      for (const { socket } of several) socket.destroy()
      await expect.poll(() => askedOnce(client)).toBe(200)
    }
  })

  it('in all, whoever has them', () => {
    const take = createConcurrencyLimiter({ each: 2, all: 3 })
    const back = [take('a'), take('a'), take('b')]
    expect(() => take('c')).toThrow('too_many_at_once')
    back[0]?.()
    take('c')
    expect(() => take('a')).toThrow('too_many_at_once')
    back[1]?.()
    expect(() => take('c')).not.toThrow()
  })

  it('of the books of one account, of whatever kind, which add up many rows', () => {
    const slots = { companySlots: new Map(), processSlots: new Map() }
    const take = (name: 'statement' | 'cashBook' | 'taxList') => concurrencyLimiterFor(slots, name)?.('a')
    const open = (['statement', 'cashBook', 'taxList', 'statement', 'cashBook', 'taxList'] as const).map(take)
    for (const name of ['statement', 'cashBook', 'taxList'] as const)
      expect(() => take(name)).toThrow('too_many_at_once')
    open[0]?.()
    expect(() => take('taxList')).not.toThrow()
  })

  it('and in all companies of a process, each with no more than its own', () => {
    const processSlots = new Map()
    const inEach = Array.from({ length: 4 }, () =>
      concurrencyLimiterFor({ companySlots: new Map(), processSlots }, 'auditFollow'),
    )
    const openAll = (company: number) =>
      Array.from({ length: 100 }, (_, n) => inEach[company]?.(`account ${n} of ${company}`))
    const [first] = openAll(0)
    expect(() => inEach[0]?.('one more')).toThrow('too_many_at_once')
    openAll(1)
    openAll(2)
    expect(() => inEach[3]?.('one of another')).toThrow('too_many_at_once')
    first?.()
    expect(() => inEach[3]?.('one of another')).not.toThrow()
    expect(() => inEach[0]?.('one more')).toThrow('too_many_at_once')
  })
})

if (isFullRun)
  it('a service that closes ends what has no end at once, and does not wait for who does not read', {
    timeout: 240_000,
  }, async () => {
    const { client } = await auditor()
    const worker = await hireFieldUser(office, 'supervisor')
    const endless = await Promise.all([
      openResponseStream(client, FOLLOW),
      openResponseStream(office, '/api/admin/follow'),
      openResponseStream(worker.client, '/api/site/follow'),
    ])
    const another = await auditor()
    const silent = await Promise.all(
      [client, client, another.client, another.client].map((who) => openResponseStream(who, EXPORT, UNREAD)),
    )
    for (const { received } of endless) await expect.poll(received).toContain('event: from')
    // Exports have the lowest priority, so they begin late on a busy machine.
    const ends = await Promise.all(silent.map(serversEnd))
    await expect.poll(() => ends.map(isBehind), { timeout: 150_000 }).toEqual([true, true, true, true])
    // Every export process is busy, so this export, which is history already, waits for its turn.
    const asks = (await auditor()).client
    const before = await headPosition()
    const waiting = await openResponseStream(asks, EXPORT)
    await expect.poll(headPosition).toBe(before + 1)
    const begun = performance.now()
    const closed = api.close()
    const haveEnded = () => endless.every(({ closedAt }) => closedAt() !== undefined)
    await expect.poll(haveEnded, { interval: 10 }).toBe(true)
    // A file has some seconds more, for a reader who reads.
    expect(ends.map(({ destroyed }) => destroyed)).toEqual([false, false, false, false])
    await closed
    // Five seconds by promise, and more for a busy machine; the limit for an unread answer is 30 seconds.
    expect(performance.now() - begun).toBeLessThan(25_000)
    expect(waiting.received()).toMatch(/^HTTP\/1.1 503 .*"code":"unavailable"/s)
    for (const { socket } of silent) socket.destroy()
  })

async function headPosition(): Promise<number> {
  const { rows } = await api.sql.query('SELECT position FROM log_heads')
  return Number(rows[0]?.position)
}

const UNREAD = { reads: false } as const
const isBehind = ({ writableLength }: Socket) => writableLength > 0

afterAll(async () => {
  for (const socket of served) socket.destroy()
  // The last test of the long run closes it.
  if (!isFullRun) await api.close()
})
