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

/**
 * The expected rows of each read model. Only sums are stored: the next verification starts from none, and adds the
 * stored ones.
 */
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
