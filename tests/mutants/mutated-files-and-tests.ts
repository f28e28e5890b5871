/** A pure part of the product, and the tests that should notice changes in it. */
export interface MutatedPart {
  files: string[]
  tests: string[]
}

/** The parts that `npm run mutants` knows; each ends within some minutes. */
export const MUTATED_PARTS: Readonly<Record<string, MutatedPart>> = {
  domain: {
    files: ['ledger-service/domain/**/*.ts'],
    tests: [
      'tests/unit/domain/decide-*.test.ts',
      'tests/unit/domain/imported-*.test.ts',
      'tests/unit/domain/state-and-postings.test.ts',
      'tests/unit/event-store/decide-batch.test.ts',
    ],
  },
  contracts: {
    files: [
      'contracts/beneficiary-id.ts',
      'contracts/dates.ts',
      'contracts/text/log-redaction.ts',
      'contracts/money.ts',
      'contracts/text/escape-unprintable.ts',
      'contracts/http/error-body.ts',
      'contracts/roles.ts',
      'contracts/events/transaction-row-sides-and-ids.ts',
      'contracts/text/text-schemas.ts',
      'contracts/events/upcasters.ts',
      'contracts/http/entry-requests.ts',
      'contracts/http/people/people-requests.ts',
      'contracts/http/people/sign-in-requests.ts',
      'contracts/events/event-schemas.ts',
      'contracts/http/query-parameters.ts',
    ],
    tests: [
      'tests/unit/contracts/*.test.ts',
      'tests/unit/event-store/*.test.ts',
      'tests/unit/projections/*.test.ts',
      'tests/unit/web/language/validation-messages-hindi.test.ts',
      'tests/unit/web/site-totals-and-periods.test.ts',
    ],
  },
  characters: { files: ['contracts/text/invisible-characters.ts'], tests: ['tests/unit/contracts/*.test.ts'] },
  'event-store': {
    files: [
      'ledger-service/event-store/append/account-cache.ts',
      'ledger-service/event-store/append/decide-batch.ts',
      'ledger-service/event-store/append/load-state/read-set.ts',
      'ledger-service/event-store/append/beneficiary-name-cache.ts',
      'ledger-service/event-store/integrity/canonical-json.ts',
      'ledger-service/event-store/integrity/hash-chain.ts',
    ],
    tests: [
      'tests/unit/event-store/*.test.ts',
      'tests/log/integrity/canonical-json.test.ts',
      'tests/log/integrity/hash-chain.test.ts',
    ],
  },
  folds: {
    files: [
      'projections/read-models/event-index.ts',
      'projections/read-models/balances.ts',
      'projections/read-models/beneficiaries.ts',
      'projections/read-models/account-directory.ts',
      'projections/read-models/transaction-rows-from-events.ts',
      'ledger-service/proof/point-in-time/balance-replay.ts',
    ],
    tests: ['tests/unit/projections/*.test.ts'],
  },
  proof: {
    files: [
      'ledger-service/proof/verification/verify-chain.ts',
      'ledger-service/proof/checkpoints/checkpoint-note.ts',
      'ledger-service/proof/merkle/merkle-tree.ts',
      'web/src/audit/proof/verify-consistency-proof.ts',
    ],
    tests: [
      // The others need the folder of a test run.
      'tests/unit/proof/!(checkpoint-file).test.ts',
      'tests/proof/verification/verify-chain.test.ts',
      'tests/proof/merkle/merkle-tree.test.ts',
    ],
  },
  figures: {
    files: [
      'web/src/shared/language/format-money-and-dates.ts',
      'web/src/shared/charts/chart-period.ts',
      'web/src/office/dashboard/sum-site-balances.ts',
      'contracts/financial-year.ts',
    ],
    tests: ['tests/unit/web/language/format-money-and-dates.test.ts', 'tests/unit/web/site-totals-and-periods.test.ts'],
  },
  plans: {
    files: ['web/src/shared/export/file/report-sheets.ts'],
    tests: ['tests/unit/web/export/report-sheets.test.ts', 'tests/unit/web/export/make-export-file.test.ts'],
  },
  voice: {
    files: [
      'web/src/shared/language/amount-in-words.ts',
      'web/src/shared/voice/fold-hindi-spelling.ts',
      'web/src/shared/voice/hindi-number-words.ts',
      'web/src/shared/voice/number-words.ts',
      'web/src/shared/voice/parse-spoken-amount.ts',
    ],
    tests: [
      'tests/unit/web/language/amount-in-words.test.ts',
      'tests/unit/web/voice/parse-spoken-amount.test.ts',
      'tests/unit/web/voice/parse-spoken-amount-rules.test.ts',
      'tests/unit/web/voice/parse-spoken-expense.test.ts',
    ],
  },
}
