// A process of four writers for eight-writers.test.ts: each has a log of its own, all on one database, and submits until
// the parent says stop. Told by the parent: { databaseUrl, companyId, accounts }. Tells it how many events were answered.
import { randomUUIDv7 } from 'node:crypto'
import { openLog } from '@ledger/ledger-service/event-store/append.ts'
import { z } from 'zod'

const WRITERS = 4
const AT_ONCE = 3

const work = z.object({ databaseUrl: z.string(), companyId: z.string(), accounts: z.array(z.string()) })
let isStopping = false

process.on('message', (message) => {
  if (message === 'stop') isStopping = true
  else void write(work.parse(message))
})
// Without its parent, nobody would ever stop it.
process.on('disconnect', () => process.exit(1))

async function write({ databaseUrl, companyId, accounts }: z.infer<typeof work>): Promise<void> {
  const clock = () => new Date().toISOString()
  const onError = (error: Error) => process.send?.({ failed: error.message })
  let answered = 0

  async function one(): Promise<void> {
    const log = openLog({ databaseUrl, companyId, clock, announce: () => undefined, onError })
    const submitAll = async () => {
      while (!isStopping) {
        const account = accounts[answered % accounts.length] ?? ''
        const details = { paise: 1, date: clock(), purpose: 'p', paymentMode: 'cash', narration: 'n' } as const
        const { status } = await log.submit({
          command: {
            type: 'RecordExpense',
            transaction: randomUUIDv7(),
            beneficiary: 'Sharma Traders',
            details,
            by: { account, epoch: 1 },
            now: clock(),
          },
          meta: {},
          answer: () => ({ status: 201, body: '' }),
        })
        if (status !== 201) throw new Error(`A writer was refused with ${status}`)
        answered++
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, submitAll))
    await log.close()
  }

  await Promise.all(Array.from({ length: WRITERS }, one))
  process.send?.({ answered }, () => process.exit(0))
}
