// A process of four writers for no-gaps-with-eight-writers.test.ts: each has a log of its own, all on one database, and
// submits until the parent sends stop. Its parent sends { databaseUrl, companyId, accounts }, and gets the number of
// answered events.
import { randomUUIDv7 } from 'node:crypto'
import { openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { z } from 'zod'

const WRITERS = 4
const MAX_CONCURRENT_SUBMISSIONS = 3

const writerTaskSchema = z.object({ databaseUrl: z.string(), companyId: z.string(), accounts: z.array(z.string()) })
let isStopping = false

process.on('message', (message) => {
  if (message === 'stop') isStopping = true
  else void writeUntilStopped(writerTaskSchema.parse(message))
})
// Exits with its parent, because no other process would stop it.
process.on('disconnect', () => process.exit(1))

async function writeUntilStopped({
  databaseUrl,
  companyId,
  accounts,
}: z.infer<typeof writerTaskSchema>): Promise<void> {
  const clock = () => new Date().toISOString()
  const onError = (error: Error) => process.send?.({ failed: error.message })
  let answered = 0

  async function one(): Promise<void> {
    const log = openAppendLog({ databaseUrl, companyId, clock, notifyAppended: () => undefined, onError })
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
    await Promise.all(Array.from({ length: MAX_CONCURRENT_SUBMISSIONS }, submitAll))
    await log.close()
  }

  await Promise.all(Array.from({ length: WRITERS }, one))
  process.send?.({ answered }, () => process.exit(0))
}
