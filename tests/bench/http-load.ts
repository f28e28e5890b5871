// The load generator of S3 and S6, a process of its own: so many connections, each a field user who records one expense, or
// reads one page, after the other. Told what to do over the channel, it says what it measured.
import { randomUUID } from 'node:crypto'
import { HttpConnection } from './http-connection.ts'
import { BENEFICIARIES, DETAILS } from './in-process.ts'
import { closedLoop, type Measured } from './load.ts'

export interface LoadOrder {
  address: string
  /** A signed-in user for each connection. */
  cookies: string[]
  seconds: number
  /** What each reads, `:user` being which of them it is; without it each records expenses. */
  path?: string
}

export interface LoadReport {
  measured: Measured
  /** How often each status was answered, the warm-up included. */
  statuses: Record<string, number>
}

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ type: 'ready' })

async function run({ address, cookies, seconds, path }: LoadOrder): Promise<LoadReport> {
  const { hostname, port } = new URL(address)
  const connections = await Promise.all(cookies.map(() => HttpConnection.open(hostname, Number(port))))
  const statuses: Record<string, number> = {}
  const load = { inFlight: connections.length, seconds, warmUpSeconds: 2 }
  const measured = await closedLoop(load, async (index) => {
    const status = await connections[index]?.ask(
      request(hostname, cookies[index] ?? '', path?.replace(':user', String(index))),
    )
    statuses[String(status)] = (statuses[String(status)] ?? 0) + 1
  })
  for (const connection of connections) connection.close()
  return { measured, statuses }
}

function request(host: string, cookie: string, path: string | undefined): string {
  return path === undefined
    ? expense(host, cookie)
    : `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`
}

let serial = 0

function expense(host: string, cookie: string): string {
  serial++
  const recipient = BENEFICIARIES[serial % BENEFICIARIES.length]
  const body = JSON.stringify({ type: 'debit', amount: `${1 + (serial % 50_000)}.50`, recipient, ...DETAILS })
  return `POST /api/site/transactions HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nIdempotency-Key: ${randomUUID()}\r
Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
