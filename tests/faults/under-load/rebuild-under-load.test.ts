import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import { startVerificationProcesses } from '@ledger/ledger-service/proof/verification/verification-process-pool.ts'
import { findFirstCompanyId } from '@ledger/migrations/migrate.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import { expect, onTestFinished, test } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { hireFieldUser, recordExpenseOf, signInAdmin } from '../../environment/service/people-and-money.ts'
import { commandEnvelope, expenseCommand } from '../../log/command-envelopes.ts'
import { openSecondCompany } from '../../log/test-ledger.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { findInvariantBreaches } from '../checker/invariant-checker.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'
import { startRandomFieldLoad } from '../random-field-load.ts'

/** R12: rebuilds everything while the ledger is written, read and verified. */
const ROUNDS = 30
/**
 * The minimum duration, in which the log grows: a rebuild of a longer log takes longer, and more is written meanwhile.
 */
const LASTS_MS = 300_000
const LONGEST_READ_MS = 1000

/** Tables are swapped where no other company has rows in them; otherwise rows are replaced. */
const WHERE = [{ where: 'of one company' }, { where: 'beside another company', beside: true }]

test.each(WHERE)(
  'R12: rebuilds $where, beside writes, reads and verifications: no read fails, goes back or waits long',
  {
    timeout: 1_800_000,
  },
  async ({ where, beside }) => {
    const ledger = await startProductProcesses()
    onTestFinished(() => ledger.close())
    const { database, origin } = ledger
    if (beside) await bringAnotherCompany(ledger)
    const load = await startRandomFieldLoad(origin, randomSeed)
    const reader = await hireFieldUser(await signInAdmin(origin), 'site_incharge')
    const errors: Error[] = []
    const onError = (error: Error) => errors.push(error)
    const companyId = (await withServerConnection(database.url, findFirstCompanyId)) ?? ''
    const verifying = startVerificationProcesses({ databaseUrl: database.url, companyId })
    let over = false
    let verified = 0
    const readsMs: number[] = []

    /** After each of the reader's entries the balance and the list include exactly that. */
    async function read(): Promise<void> {
      while (!over) {
        const { id, balance } = await recordExpenseOf(reader, { amount: '1.00' })
        for (const path of ['/api/site/balance', '/api/site/transactions?limit=1']) {
          const begun = performance.now()
          const reply = await reader.client.get(path)
          readsMs.push(performance.now() - begun)
          expect(reply.headers['ledger-lag']).toBeUndefined()
          if (path.endsWith('balance')) expect(expectBody(reply, 200, ROUTES.siteBalance.answer)).toEqual(balance)
          else expect(expectBody(reply, 200, ROUTES.siteTransactions.answer)[0]?.id).toBe(id)
        }
      }
    }
    async function verify(): Promise<void> {
      for (; !over; verified++) expect(await verifying.verifyReadModels()).toMatchObject({ ok: true })
    }
    let rebuilt = 0
    async function rebuildAll(): Promise<void> {
      const until = performance.now() + LASTS_MS
      try {
        for (; rebuilt < ROUNDS || performance.now() < until; rebuilt++)
          await rebuildProjections({ databaseUrl: database.url, companyId, projections: PROJECTIONS, onError })
      } finally {
        over = true
      }
    }

    try {
      await Promise.all([read(), verify(), rebuildAll()])
    } finally {
      over = true
      verifying.kill()
    }
    await load.stop()
    await load.resolveUnknownCalls()
    const evidence = await gatherFaultRunEvidence(database.url, load)
    const longest = Math.round(Math.max(...readsMs))
    process.stdout.write(
      `R12 ${where} (seed ${randomSeed}): ${rebuilt} rebuilds of everything beside ${load.calls.length} calls, ${verified} verifications and ${readsMs.length} reads, the longest of ${longest} ms; ${evidence.log.length} events\n`,
    )
    expect(errors).toEqual([])
    expect(findInvariantBreaches(evidence)).toEqual([])
    expect(load.calls.filter((call) => call.wasUnknown)).toEqual([])
    expect(longest).toBeLessThanOrEqual(LONGEST_READ_MS)
  },
)

/** Adds another company with its own rows; from then on the first is found only by its host. */
async function bringAnotherCompany({ database, origin }: ProductProcesses): Promise<void> {
  const owner = ownerPool(database.ownerUrl)
  try {
    const companyId = (await findFirstCompanyId(owner)) ?? expect.unreachable('There is a company')
    expect(await addCompanyHost(owner, companyId, new URL(origin).hostname)).toBe(true)
    const { log, people } = await openSecondCompany({
      databaseUrl: database.url,
      sql: owner,
      onError: (error) => expect.unreachable(error.message),
    })
    await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))
    await log.close()
    await expect
      .poll(async () => (await owner.query('SELECT FROM read.ledger_rows')).rowCount, { timeout: 10_000 })
      .toBeGreaterThan(0)
  } finally {
    await owner.end()
  }
}
