// The load generator of S3 and S6, in its own process: each connection is a field user who records one expense, or
// reads one page, after the other. It receives its load over the channel and replies with the measurement.
import { newAppIdempotencyKey } from '../setup/idempotency-keys.ts'
import { BENCH_BENEFICIARY_NAMES, BENCH_EXPENSE_DETAILS } from '../setup/in-process-ledger.ts'
import { closedLoop, type LoadMeasurement } from './closed-loop-load.ts'
import { HttpConnection } from './http-connection.ts'

export interface LoadOrder {
  address: string
  /** The cookies of a signed-in user for each connection. */
  cookies: string[]
  /** The hosts where these users are signed in. */
  hosts: string[]
  seconds: number
  /** A `POST` records an expense. */
  method: 'GET' | 'POST'
  /** The path of each request; `:user` stands for the user's index. */
  path: string
}

export interface LoadReport {
  measured: LoadMeasurement
  /** The number of answers by status, the warm-up included. */
  statuses: Record<string, number>
}

process.on('message', (order: LoadOrder) => {
  runHttpLoad(order).then(
    (report) => process.send?.(report),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.({ type: 'ready' })

async function runHttpLoad({ address, cookies, hosts, seconds, method, path }: LoadOrder): Promise<LoadReport> {
  const { hostname, port } = new URL(address)
  const connections = await Promise.all(cookies.map(() => HttpConnection.open(hostname, Number(port))))
  const statuses: Record<string, number> = {}
  const load = { inFlight: connections.length, seconds, warmUpSeconds: 2 }
  const measured = await closedLoop(load, async (index) => {
    const asked = path.replace(':user', String(index))
    const head = `${method} ${asked} HTTP/1.1\r\nHost: ${hosts[index]}\r\nCookie: ${cookies[index]}\r\n`
    const status = await connections[index]?.ask(head + (method === 'GET' ? '\r\n' : expense()))
    statuses[String(status)] = (statuses[String(status)] ?? 0) + 1
  })
  for (const connection of connections) connection.close()
  return { measured, statuses }
}

let serial = 0

/** Returns the rest of a request: its other headers and its body. */
function expense(): string {
  serial++
  const recipient = BENCH_BENEFICIARY_NAMES[serial % BENCH_BENEFICIARY_NAMES.length]
  const body = JSON.stringify({
    type: 'debit',
    amount: `${1 + (serial % 50_000)}.50`,
    recipient,
    ...BENCH_EXPENSE_DETAILS,
  })
  const length = Buffer.byteLength(body)
  return `Idempotency-Key: ${newAppIdempotencyKey()}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
}
