import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import {
  logOrigin,
  signCheckpoint,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'

/** A checkpoint each minute is half a million in a year. */

const key = signingKeyFromSecret('a secret of at least thirty-two characters')
let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.sql.query('DELETE FROM signed_checkpoints'))
afterAll(() => ledger.close())

it('are all looked at: a log that is shorter than 250,000 of them is told of by the largest', async () => {
  const { companyId, db } = ledger
  await ledger.sql.query(
    `INSERT INTO signed_checkpoints (company_id, size, note)
    SELECT $1, size, $2 || E'\\n' || size || E'\\nAAAA\\n\\n— nobody AAAA\\n' FROM generate_series(100001, 350000) AS size`,
    [companyId, logOrigin(companyId)],
  )
  const head = (await ledger.readLog()).length
  const report = await verifyLedger({ db, companyId, publicKey: undefined })
  expect(report.problems).toEqual([`350000 events were signed, and the log has only ${head}`])
})

it('have their signatures checked while no transaction waits for it', async () => {
  const { companyId, databaseUrl } = ledger
  const origin = logOrigin(companyId)
  const sizes = Array.from({ length: 20_000 }, (_, index) => 100_001 + index)
  const notes = sizes.map((size) => signCheckpoint({ origin, size, root: Buffer.alloc(32) }, key))
  await ledger.sql.query(
    'INSERT INTO signed_checkpoints (company_id, size, note) SELECT $1, * FROM unnest($2::bigint[], $3::text[])',
    [...[companyId, sizes, notes]],
  )
  // A transaction of a real one may idle for 15 s, which the signatures of five months take.
  const options = '-c idle_in_transaction_session_timeout=1000'
  const errors: Error[] = []
  const onError = (error: Error) => void errors.push(error)
  const hurried = kyselyOverPool(connectPool(databaseUrl, { name: 'test verify', max: 2, onError, options }))
  const report = await verifyLedger({ db: hurried, companyId, publicKey: key.publicKey })
  await hurried.destroy()
  expect(errors).toEqual([])
  expect(report.problems).toEqual([expect.stringMatching(/^120000 events were signed, and the log has only \d+$/)])
})
