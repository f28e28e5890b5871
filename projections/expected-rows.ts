import type { Expected } from './expected.ts'
import {
  COUNTING,
  ExpectedActivity,
  ExpectedBills,
  ExpectedLedger,
  ExpectedSums,
  SUMMING,
} from './expected-by-bucket.ts'
import { ExpectedBalances, ExpectedBeneficiaries, ExpectedDirectory } from './expected-whole.ts'
import type { Projection } from './projection.ts'

/** What is expected of each read model; from what was kept of another one. */
export const EXPECTED: Record<Projection['name'], (salt: Buffer, kept?: unknown) => Expected> = {
  balances: (salt, kept) => new ExpectedBalances(salt, kept),
  ledger: (salt, kept) => new ExpectedLedger(salt, kept),
  beneficiaries: (salt, kept) => new ExpectedBeneficiaries(salt, kept),
  directory: (salt, kept) => new ExpectedDirectory(salt, kept),
  activity: (salt, kept) => new ExpectedActivity(salt, kept),
  sums: (salt, kept) => new ExpectedSums(SUMMING, salt, kept),
  counts: (salt, kept) => new ExpectedSums(COUNTING, salt, kept),
  bills: (salt, kept) => new ExpectedBills(salt, kept),
}
