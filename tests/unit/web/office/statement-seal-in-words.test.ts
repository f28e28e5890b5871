import type { Statement } from '@ledger/contracts/http/statements/statement-schemas.ts'
import type { SealOfBook } from '@ledger/contracts/labels/seal-labels.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { statementAsBook } from '@ledger/ledger-service/exports/books/statement-as-book.ts'
import type { WholeStatement } from '@ledger/projections/queries/statements/whole-statement.ts'
import { statementSealInWords } from '@ledger/web/src/office/statements/seal-in-words.ts'
import { expect, test } from 'vitest'

const TOTALS = { in: '0.00', out: '0.00', entries: 0, carried: { in: '0.00', out: '0.00' }, byMode: [], byPurpose: [] }
const STATEMENT: WholeStatement = {
  subject: { kind: 'account', accountId: 'the-account' },
  ...{ from: '2026-04-01', to: '2026-04-30', opening: '0.00', closing: '0.00', cancelled: null, position: 7 },
  totals: TOTALS,
  async *rows() {},
}
const OF = { kind: 'account', id: 'site_1', name: 'Ravi', site: null } as const

/** The sentence in the head of the file. */
function inFile({ sealed, sealState }: Pick<Statement, 'sealed' | 'sealState'>, language: Language) {
  const head = { language, company: 'Malwa Builders', madeAt: '2026-05-01T06:30:00.000Z' }
  const seal: SealOfBook =
    sealed !== null ? { state: 'sealed', ...sealed } : { state: sealState === 'sealed' ? 'closed' : sealState }
  return statementAsBook(STATEMENT, OF, head, { seal, purposes: [] }).seal
}

test.each([
  ['open', 'Books not closed yet', 'हिसाब अभी बंद नहीं है'],
  [
    'closed',
    'Books closed; this period has no seal of its own: a seal is of the whole period of one closing, and of one account',
    'हिसाब बंद है; इस समय की अलग मुहर नहीं है: मुहर एक बार में बंद किए गए पूरे समय की और एक खाते की होती है',
  ],
  ['sealing', 'Books closed; the seal is being made', 'हिसाब बंद है; मुहर लग रही है'],
  [
    'differs',
    'WARNING: these figures are not those of the seal. Have the books verified',
    'सावधान: ये आँकड़े मुहर वाले आँकड़े नहीं हैं। बही की जाँच करवाएँ',
  ],
  [
    'sealed',
    'Books closed and sealed up to 30 Apr 2026: these figures are in the seal 0123456789abcdef',
    '30 अप्रैल 2026 तक का हिसाब बंद है: ये आँकड़े मुहर 0123456789abcdef में हैं',
  ],
] as const)('screen and file say alike how far a statement is closed: %s', (sealState, english, hindi) => {
  const sealed = sealState === 'sealed' ? { upTo: '2026-04-30', root: '0123456789abcdef'.repeat(4) } : null
  for (const [language, said] of [
    ['en', english],
    ['hi', hindi],
  ] as const) {
    expect(statementSealInWords({ sealed, sealState }, language)).toBe(said)
    expect(inFile({ sealed, sealState }, language)).toBe(said)
  }
})
