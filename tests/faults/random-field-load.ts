import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { type Random, seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { expectBody, type HttpReply, type TestClient } from '../environment/network/http-client.ts'
import { type FieldUser, hireFieldUser, signInAdmin } from '../environment/service/people-and-money.ts'
import { callOutcomeOf, type RecordedBalanceRead, type RecordedCall } from './checker/call-history.ts'

/** A time-out counts as unknown. */
const TIME_OUT_MS = 10_000
/** A read with this header does not include everything that was acknowledged. */
const LAG_HEADER = 'ledger-lag'
/** The number of last calls that are sent once more, to check that their keys get the same answer (I10). */
const MAX_REPEATED_CALLS = 500

/** Unknown calls are repeated for this long. */
const SETTLED_WITHIN_MS = 60_000

/** Four incharges, four supervisors and an admin, each with one call after the other, chosen from a seed. */
export interface RandomFieldLoad {
  calls: RecordedCall[]
  /** By mobile number. */
  reads: RecordedBalanceRead[]
  people: { office: TestClient; workers: FieldUser[] }
  /** Waits until all calls in flight have ended. */
  stop(): Promise<void>
  /** Repeats every unknown call with its own key until it is settled. */
  resolveUnknownCalls(): Promise<void>
  /** Sends the last calls once more. Runs after the log was read, because it would record lost entries again. */
  repeatAnsweredCalls(): Promise<void>
}

interface LoadOptions {
  /** The minimum time between the starts of two calls of a user; without it each call follows the last one at once. */
  everyMs?: number
  /** Returns the day of an expense, or to which an edit moves one; without it all are of today. */
  dayOf?: (random: Random) => string | undefined
}

export async function startRandomFieldLoad(
  origin: string,
  seed: number,
  { everyMs = 0, dayOf = () => undefined }: LoadOptions = {},
): Promise<RandomFieldLoad> {
  const office = await signInAdmin(origin)
  const workers: FieldUser[] = []
  for (let index = 0; index < 8; index++)
    workers.push(await hireFieldUser(office, index < 4 ? 'site_incharge' : 'supervisor'))
  const calls: RecordedCall[] = []
  const reads: RecordedBalanceRead[] = []
  const senders = new Map<RecordedCall, TestClient>()
  const amounts = uniqueAmounts(seed)
  let stopping = false

  async function send(client: TestClient, plan: PlannedCall): Promise<RecordedCall> {
    const key = randomUUID()
    const { op, method, path, mark = key } = plan
    const sentAt = performance.now()
    const reply = await sendCommand(client, method, path, plan.body?.(key), key)
    const outcome = callOutcomeOf(reply.status)
    const call: RecordedCall = {
      op,
      method,
      path,
      body: plan.body?.(key),
      key,
      mark,
      sentAt,
      answeredAt: performance.now(),
      outcome,
      status: reply.status,
      answer: reply.text,
      wasUnknown: outcome === 'unknown',
      ...('failure' in reply ? { failure: reply.failure } : {}),
    }
    calls.push(call)
    senders.set(call, client)
    return call
  }

  async function work(worker: FieldUser, random: Random): Promise<void> {
    const own: string[] = []
    while (!stopping) {
      const nextAt = performance.now() + everyMs
      if (random.next() < 0.2) await readBalance(worker)
      const plan = planOf(worker, random, own)
      const call = await send(plan.byOffice ? office : worker.client, plan)
      if (call.op === 'expense' && call.outcome === 'ok') {
        const recorded = ROUTES.recordExpense.answer.safeParse(JSON.parse(call.answer))
        // The checker finds an answer to another caller's request.
        if (recorded.success) own.push(recorded.data.id)
      }
      // Waits while the API is unavailable.
      if (call.outcome === 'unknown') await sleep(200)
      const leftMs = nextAt - performance.now()
      if (leftMs > 0) await sleep(leftMs)
    }
  }

  async function readBalance({ client, mobile }: FieldUser): Promise<void> {
    const sentAt = performance.now()
    const reply = await client.get('/api/site/balance').catch(() => undefined)
    if (reply?.status !== 200 || LAG_HEADER in reply.headers) return
    const balance = expectBody(reply, 200, ROUTES.siteBalance.answer)
    reads.push({ account: mobile, sentAt, answeredAt: performance.now(), balance })
  }

  function planOf(worker: FieldUser, random: Random, own: string[]): PlannedCall & { byOffice?: boolean } {
    const share = random.next()
    const isIncharge = worker.role === 'site_incharge'
    const incharge = isIncharge ? worker : random.pick(workers.slice(0, 4))
    if (share < 0.15 && own.length > 0) return edit(random.pick(own), amounts(), dayOf(random))
    if (share < 0.2 && isIncharge && own.length > 3) return remove(own.shift() ?? '')
    if (share < 0.22 && isIncharge) return overdrawingTransfer(random.pick(workers.slice(4)), amounts())
    if (share < 0.3 && isIncharge) return transfer(random.pick(workers.slice(4)), amounts())
    if (share < 0.35) return { ...sendMoney(incharge, amounts()), byOffice: true }
    if (share < 0.4) return { ...rename(incharge), byOffice: true }
    return expense(amounts(), dayOf(random))
  }

  // Otherwise few transfers would find a sufficient balance.
  for (const [index, incharge] of workers.slice(0, 4).entries())
    await send(office, sendMoney(incharge, `${5000 + index}.00`))
  const working = Promise.all(workers.map((worker, index) => work(worker, seededRandom(seed + index))))

  return {
    calls,
    reads,
    people: { office, workers },
    async stop() {
      stopping = true
      await working
    },
    async resolveUnknownCalls() {
      await forEachInLanes(
        calls.filter((call) => call.outcome === 'unknown'),
        settleOne,
      )
    },
    async repeatAnsweredCalls() {
      await forEachInLanes(calls.slice(-MAX_REPEATED_CALLS), async (call) => {
        const reply = await sendCommand(clientOf(call), call.method, call.path, call.body, call.key)
        call.repeatedAnswer = { status: reply.status, answer: reply.text }
      })
    },
  }

  async function settleOne(call: RecordedCall): Promise<void> {
    for (const until = Date.now() + SETTLED_WITHIN_MS; call.outcome === 'unknown' && Date.now() < until; ) {
      const reply = await sendCommand(clientOf(call), call.method, call.path, call.body, call.key)
      Object.assign(call, { status: reply.status, answer: reply.text, outcome: callOutcomeOf(reply.status) })
      if (call.outcome === 'unknown') await sleep(100)
    }
  }

  function clientOf(call: RecordedCall): TestClient {
    const client = senders.get(call)
    if (!client) throw new Error(`Nobody sent ${call.key}`)
    return client
  }
}

/** A call to send. `mark` finds its event in the log; it is the key, unless the body holds no text. */
interface PlannedCall {
  op: string
  method: RecordedCall['method']
  path: string
  body?: (key: string) => object
  mark?: string
}

const common = { purpose: 'Cement', paymentMode: 'cash', recipient: 'Sharma Traders', type: 'debit' }

const expense = (amount: string, date: string | undefined): PlannedCall => ({
  op: 'expense',
  method: 'POST',
  path: '/api/site/transactions',
  body: (key) => ({ ...common, amount, narration: key, date }),
})
const edit = (id: string, amount: string, date: string | undefined): PlannedCall => ({
  op: 'edit',
  method: 'PUT',
  path: `/api/site/transactions/${id}`,
  body: (key) => ({ ...common, amount, narration: key, date }),
})
const remove = (id: string): PlannedCall => ({
  op: 'delete',
  method: 'DELETE',
  path: `/api/site/transactions/${id}`,
  mark: `deleted ${id}`,
})
const transfer = (to: FieldUser, amount: string): PlannedCall => ({
  op: 'transfer',
  method: 'POST',
  path: '/api/site/transfer',
  body: (key) => ({ toUserId: to.id, amount, paymentMode: 'upi', narration: key }),
})
/** Exceeds every balance, so it is refused and never appended. */
const overdrawingTransfer = (to: FieldUser, amount: string): PlannedCall => ({
  ...transfer(to, `90000${amount}`),
  op: 'too much',
})
const sendMoney = (to: FieldUser, amount: string): PlannedCall => ({
  op: 'money sent',
  method: 'POST',
  path: '/api/admin/send-money',
  body: (key) => ({ siteInchargeId: to.id, amount, narration: key }),
})
const rename = (worker: FieldUser): PlannedCall => ({
  op: 'account change',
  method: 'PUT',
  path: `/api/admin/users/${worker.id}`,
  body: (key) => ({ firstName: 'Incharge', lastName: key }),
})

/** Returns unique amounts, so that a balance reveals which entries it includes. */
function uniqueAmounts(seed: number): () => string {
  let paise = 100 + (seed % 100)
  return () => {
    paise += 1
    return (paise / 100).toFixed(2)
  }
}

/** Runs as many items at a time as there were clients. */
async function forEachInLanes<T>(list: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = list.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of left) await work(item)
    }),
  )
}

/** @returns the reply, or the reason why there is none */
async function sendCommand(
  client: TestClient,
  method: RecordedCall['method'],
  path: string,
  body: object | undefined,
  key: string,
) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<UnansweredCall>((resolve) => {
    timer = setTimeout(() => resolve({ failure: 'late' }), TIME_OUT_MS)
  })
  const reply = client.call(method, path, body, { headers: { 'idempotency-key': key } })
  const answered = reply.catch(
    (error: NodeJS.ErrnoException): UnansweredCall => ({ failure: error.code ?? error.message }),
  )
  const first: HttpReply | UnansweredCall = await Promise.race([answered, late])
  clearTimeout(timer)
  return 'failure' in first ? { status: undefined, text: '', failure: first.failure } : first
}

/** A reset, a refused connection, a time-out. */
interface UnansweredCall {
  failure: string
}
