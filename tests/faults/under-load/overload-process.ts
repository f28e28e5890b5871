// One of R10's pressures, in its own process with the lowest priority: real attackers use their own machines, so their
// cost must not affect the times of the field. Configured by its environment: PRESSURE, ORIGIN and the COOKIE of a
// signed-in user. It repeatedly prints a line with the answers that it got.
import { request } from 'node:http'
import { connect } from 'node:net'
import { setPriority } from 'node:os'

const PRESSURES: Record<string, () => void> = { slowClients, largeBodies, wrongSignIns, slowReads }
const SLOW_CLIENTS = 500
const READERS_AT_ONCE = 40
const BODIES_EACH_SECOND = 20
const WRONG_EACH_SECOND = 50
/** The largest accepted body, and one far above it. */
const [ALLOWED_BYTES, LARGE_BYTES] = [16_384, 1_000_000]

const { PRESSURE = '', ORIGIN = '', COOKIE = '' } = process.env
/** A client that does not read checks after this time whether its connection was closed. */
const UNREAD_MS = 10_000
/**
 * Returns the time until a client reconnects. A client that does not read was cut at once: reconnecting sooner would be
 * a flood, and not slow. The times vary, so that clients do not reconnect together.
 */
const againMs = (kind: string) => (kind === 'readers' ? UNREAD_MS : 1000) * (0.5 + Math.random())
const { hostname, port } = new URL(ORIGIN)
const outcomeCounts: Record<string, number> = {}
const countOutcome = (what: string) => {
  outcomeCounts[what] = (outcomeCounts[what] ?? 0) + 1
}

setPriority(19)
setInterval(() => process.stdout.write(`${JSON.stringify(outcomeCounts)}\n`), 250)
// Exits with its parent, because no other process would stop it.
process.on('disconnect', () => process.exit(1))
PRESSURES[PRESSURE]?.()
process.send?.({ type: 'ready' })

/**
 * A third of the clients send their headers byte by byte, a third their body; a third send many requests at once and
 * read nothing. A client that is cut reconnects.
 */
function slowClients(): void {
  for (let index = 0; index < SLOW_CLIENTS; index++) setTimeout(beginSlowly, index, index)
}

function beginSlowly(index: number): void {
  const socket = connect({ host: hostname, port: Number(port) })
  const kind = ['heads', 'bodies', 'readers'][index % 3] ?? ''
  const host = `Host: ${hostname}:${port}`
  let slowly: NodeJS.Timeout | undefined
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    clearInterval(slowly)
    countOutcome(`${kind} cut`)
    setTimeout(beginSlowly, againMs(kind), index)
  })
  if (kind === 'readers') {
    // Without a data listener the bytes remain in the kernel's buffers, and then in the sender's. A socket that does
    // not read does not notice the close either, so it reads at the end.
    setTimeout(() => socket.resume(), UNREAD_MS)
    socket.write(`GET /api/openapi.json HTTP/1.1\r\n${host}\r\n\r\n`.repeat(100))
    return
  }
  const login = `POST /api/site/login HTTP/1.1\r\n${host}\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n`
  socket.write(kind === 'heads' ? `GET / HTTP/1.1\r\n${host}\r\nX-Slow: ` : login)
  socket.resume()
  slowly = setInterval(() => socket.write('x'), 1000)
}

function largeBodies(): void {
  let serial = 0
  setInterval(() => {
    const length = ['allowed', 'large', 'endless'][serial++ % 3] ?? ''
    const narration = 'x'.repeat(length === 'allowed' ? ALLOWED_BYTES - 200 : LARGE_BYTES)
    const body = JSON.stringify({
      type: 'debit',
      amount: '1',
      recipient: 'R',
      purpose: 'P',
      paymentMode: 'cash',
      narration,
    })
    post('/api/site/transactions', body, { what: length, isChunked: length === 'endless' })
  }, 1000 / BODIES_EACH_SECOND)
}

/** Each uses another number and another address, because the limits of both would refuse it before the hash. */
function wrongSignIns(): void {
  const digit = (from: number, to: number) => from + Math.floor(Math.random() * (to - from))
  setInterval(() => {
    const mobile = String(digit(7_000_000_000, 8_000_000_000))
    const from = `127.${digit(1, 255)}.${digit(0, 255)}.${digit(1, 255)}`
    post('/api/site/login', JSON.stringify({ mobile, password: 'Wrong-Pass-1' }), { what: 'sign-in', from })
  }, 1000 / WRONG_EACH_SECOND)
}

interface Posting {
  what: string
  isChunked?: boolean
  /** Another loopback source address. */
  from?: string
}

function post(path: string, body: string, { what, isChunked = false, from }: Posting): void {
  const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': Buffer.byteLength(body) }
  const options = {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', cookie: COOKIE, ...length },
    ...(from === undefined ? {} : { localAddress: from }),
  }
  const asked = request(`${ORIGIN}${path}`, options, (answer) => {
    countOutcome(`${what} ${answer.statusCode}`)
    answer.resume()
  })
  // A request that is refused in the middle of its body may be cut before the client reads the reason.
  asked.on('error', () => countOutcome(`${what} cut`))
  asked.end(body)
}

/**
 * Sends more reads at once than there are database connections; each waits there as long as the test locks the table.
 */
function slowReads(): void {
  for (let reader = 0; reader < READERS_AT_ONCE; reader++) readAgain()
}

function readAgain(): void {
  const asked = request(
    `${ORIGIN}/api/admin/contact-messages`,
    { agent: false, headers: { cookie: COOKIE } },
    (answer) => {
      countOutcome(`read ${answer.statusCode}`)
      answer.resume()
      answer.on('end', () => setTimeout(readAgain, 100))
    },
  )
  asked.on('error', () => setTimeout(readAgain, 100))
  asked.end()
}
