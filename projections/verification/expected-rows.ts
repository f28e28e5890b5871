import type { Projection } from '../read-models/read-model.ts'
import type { Expected } from './expected.ts'
import {
  COUNTING,
  ExpectedActivity,
  ExpectedBills,
  ExpectedLedger,
  ExpectedSums,
  SUMMING,
} from './expected-by-bucket.ts'
import { BALANCED, ExpectedDirectory, ExpectedWhole, PAID } from './expected-whole.ts'

/** What is expected of each read model. What is kept of one is sums alone: another one goes on from none, and what is kept is added. */
export const EXPECTED: Record<Projection['name'], (salt: Buffer) => Expected> = {
  balances: (salt) => new ExpectedWhole(BALANCED, salt),
  ledger: (salt) => new ExpectedLedger(salt),
  beneficiaries: (salt) => new ExpectedWhole(PAID, salt),
  directory: (salt) => new ExpectedDirectory(salt),
  activity: (salt) => new ExpectedActivity(salt),
  sums: (salt) => new ExpectedSums(SUMMING, salt),
  counts: (salt) => new ExpectedSums(COUNTING, salt),
  bills: (salt) => new ExpectedBills(salt),
}
