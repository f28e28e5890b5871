import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentBytes } from '../../environment/processes/resident-memory.ts'
import { Latencies } from '../measure/closed-loop-load.ts'
import { postgresCpuClock, processCpuClock } from '../measure/cpu-time.ts'
import { newAppIdempotencyKey } from '../setup/idempotency-keys.ts'
import { BENCH_BENEFICIARY_NAMES, BENCH_EXPENSE_DETAILS } from '../setup/in-process-ledger.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { openUsers, signInAll } from '../setup/product-over-http.ts'
import { startProduct } from '../setup/product-processes.ts'

const STREAM_ACCOUNTS = 1000
const STREAM_EXPENSES_PER_SECOND = 20

/** Open streams and the load on one API process, and their cost: megabytes, and milliseconds of CPU a second. */
interface StreamCost {
  streams: number
  perSecond: number
  megabytes: number
  api: number
  worker: number
  postgres: number
  /** From the answer to an expense until its notification on the account's stream, in milliseconds. */
  toldP50?: number
  toldP99?: number
}

/**
 * Measures a thousand accounts with one and with two open streams each, idle and while any of them record 20 expenses a
 * second.
 */
export async function measureChangeFeedStreams(
  { ledger, folder, pid }: BenchServer,
  seconds: number,
): Promise<StreamCost[]> {
  const databaseUrl = await ledger('follow')
  const product = await startProduct(databaseUrl, folder)
  const open: Stream[] = []
  try {
    const cookies = await signInAll(product.address, await openUsers(databaseUrl, STREAM_ACCOUNTS))
    const clocks = [processCpuClock(product.pids.api), processCpuClock(product.pids.worker), postgresCpuClock(pid)]
    const costs: StreamCost[] = []
    for (const each of [0, 1, 2]) {
      if (each > 0) open.push(...(await openStreams(product.address, cookies)))
      for (const perSecond of [0, STREAM_EXPENSES_PER_SECOND]) {
        await sleep(3000)
        const before = clocks.map((clock) => clock())
        const told = await recordExpensesAtRate(product.address, cookies, open, { perSecond, seconds })
        const [api = 0, worker = 0, postgres = 0] = clocks.map(
          (clock, index) => ((clock() - (before[index] ?? 0)) / seconds) * 1000,
        )
        const megabytes = residentBytes(product.pids.api) / 1e6
        const latency = each > 0 && perSecond > 0 ? { toldP50: told.p50, toldP99: told.p99 } : {}
        costs.push({ streams: open.length, perSecond, megabytes, api, worker, postgres, ...latency })
        process.stdout.write(`${JSON.stringify(costs.at(-1))}\n`)
      }
    }
    return costs
  } finally {
    for (const { socket } of open) socket.destroy()
    await product.close()
  }
}

export function changeFeedStreamsTable(costs: StreamCost[]): string {
  const rows = costs.map(({ streams, perSecond, megabytes, api, worker, postgres, toldP50, toldP99 }) =>
    [
      ...[streams, perSecond, megabytes, api, worker, postgres].map((figure) => figure.toFixed(0)),
      toldP50 === undefined ? '' : `${toldP50.toFixed(0)} ms, ${toldP99?.toFixed(0)} ms`,
    ].join(' | '),
  )
  return [
    '| open streams | expenses/s | API, MB resident | API, ms of CPU a second | worker | PostgreSQL | answer to word: p50, p99 |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n')
}

interface Stream {
  account: number
  socket: Socket
  onChange: () => void
}

async function openStreams(address: string, cookies: string[]): Promise<Stream[]> {
  const { hostname, port } = new URL(address)
  return Promise.all(
    cookies.map(async (cookie, account) => {
      const socket = connect({ host: hostname, port: Number(port) })
      await once(socket, 'connect')
      socket.write(`GET /api/site/follow HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\nX-Background: 1\r\n\r\n`)
      const stream: Stream = { account, socket, onChange: () => undefined }
      const begun = Promise.withResolvers<void>()
      socket.on('data', (bytes) => {
        const text = bytes.toString('latin1')
        if (text.includes('event: changed')) stream.onChange()
        if (text.includes('event: from')) begun.resolve()
        if (/^HTTP\/1.1 [345]/.test(text)) begun.reject(new Error(text.slice(0, 200)))
      })
      await begun.promise
      return stream
    }),
  )
}

/** One account after the other, so each stream gets one notification at a time. */
async function recordExpensesAtRate(
  address: string,
  cookies: string[],
  open: Stream[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<{ p50: number; p99: number }> {
  const latencies = new Latencies()
  const answeredAt = new Map<number, number>()
  for (const stream of open)
    stream.onChange = () => {
      const at = answeredAt.get(stream.account)
      if (at !== undefined) latencies.add(performance.now() - at)
    }
  const begun = performance.now()
  const asked: Promise<void>[] = []
  for (let sent = 0; performance.now() - begun < seconds * 1000; ) {
    const due = Math.floor(((performance.now() - begun) / 1000) * perSecond)
    for (; sent < due; sent++) asked.push(spend(sent % cookies.length))
    await sleep(10)
  }
  await Promise.all(asked)
  return latencies.over(seconds)

  async function spend(account: number): Promise<void> {
    const recipient = BENCH_BENEFICIARY_NAMES[account % BENCH_BENEFICIARY_NAMES.length]
    const response = await fetch(new URL('/api/site/transactions', address), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: cookies[account] ?? '',
        'idempotency-key': newAppIdempotencyKey(),
      },
      body: JSON.stringify({ type: 'debit', amount: '12.50', recipient, ...BENCH_EXPENSE_DETAILS }),
    })
    answeredAt.set(account, performance.now())
    await response.text()
    if (response.status !== 201) throw new Error(`An expense was answered ${response.status}`)
  }
}
