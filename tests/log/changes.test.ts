import { setTimeout as sleep } from 'node:timers/promises'
import { openChanges } from '@ledger/projections/changes.ts'
import { type Freshness, openFreshness } from '@ledger/projections/freshness.ts'
import { catchUp } from '@ledger/projections/projector.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openLedger } from './ledger.ts'
import { sendMoney, submission } from './submissions.ts'

test('looks ever more rarely for read models that do not come, and tells as soon as they have', async () => {
  const ledger = await openLedger()
  onTestFinished(ledger.close)
  const { databaseUrl, db, companyId, people, log } = ledger
  await log.submit(submission(sendMoney(people.admin, people.asha, 5000)))
  const freshness = openFreshness(db, companyId)
  let looks = 0
  const shown: Freshness['shown'] = (...names) => {
    looks++
    return freshness.shown(...names)
  }
  const onError = (error: Error) => expect.unreachable(error.message)
  const changes = openChanges({ databaseUrl, db, companyId, freshness: { ...freshness, shown }, onError })
  const ear = await changes.open({ accountId: people.asha.id, role: 'site_incharge' })
  await sleep(1500)
  // Each five milliseconds would have been some two hundred.
  expect(looks).toBeLessThan(40)
  await catchUp({ ...ledger, onStopped: (name) => expect.unreachable(`${name} stopped`) })
  expect((await ear.next(AbortSignal.timeout(15_000))).what).toContain('balance')
  ear.close()
  await changes.close()
})
