/** A part of the product that is pure, and the tests that are to notice what is changed in it. */
export interface Part {
  files: string[]
  tests: string[]
}

/** What `npm run mutants` knows; each ends within some minutes. */
export const PARTS: Readonly<Record<string, Part>> = {
  domain: {
    files: ['ledger-service/domain/*.ts'],
    tests: ['tests/unit/domain/{access,accounts,deletions,edits,money-moves,postings,state}.test.ts'],
  },
  contracts: {
    files: [
      'contracts/{beneficiaries,dates,log-lines,money,printable,refusals,roles,rows,text,upcast}.ts',
      'contracts/{bodies,events,queries}.ts',
    ],
    tests: [
      'tests/unit/{contracts,event-store,projections}/*.test.ts',
      'tests/unit/web/{rule-words,sums-and-periods}.test.ts',
    ],
  },
  characters: { files: ['contracts/characters.ts'], tests: ['tests/unit/contracts/*.test.ts'] },
  'event-store': {
    files: ['ledger-service/event-store/{account-cache,batch,beneficiary-names,canonical,chain}.ts'],
    tests: ['tests/unit/event-store/*.test.ts', 'tests/log/{canonical,hash-chain}.test.ts'],
  },
  folds: {
    files: [
      'projections/{activity,balances,beneficiaries,directory,ledger-rows,linear-sums,search}.ts',
      'ledger-service/proof/balance-fold.ts',
    ],
    tests: ['tests/unit/projections/*.test.ts'],
  },
  proof: {
    files: ['ledger-service/proof/{check-chain,checkpoint,merkle}.ts', 'web/src/audit/proof/consistency.ts'],
    tests: ['tests/unit/proof/*.test.ts', 'tests/proof/{check-chain,merkle}.test.ts'],
  },
  figures: {
    files: [
      'web/src/shared/language/figures.ts',
      'web/src/shared/charts/period.ts',
      'web/src/office/dashboard/sum.ts',
      'web/src/audit/edit-log/financial-year.ts',
    ],
    tests: ['tests/unit/web/{figures,sums-and-periods}.test.ts'],
  },
  plans: {
    files: ['web/src/shared/export/sheet-plan.ts'],
    tests: ['tests/unit/web/{sheet-plan,sums-and-periods}.test.ts'],
  },
  voice: {
    files: [
      'web/src/shared/language/amount-words.ts',
      'web/src/shared/voice/{fold-spelling,hindi-numbers,number-words,spoken-amount}.ts',
    ],
    tests: ['tests/unit/web/{amount-words,spoken-amount,spoken-amount-rules}.test.ts'],
  },
}
