import { statementSealInWords } from '@ledger/web/src/office/statements/seal-in-words.ts'
import { expect, test } from 'vitest'

test('a statement of closed days without a seal of their own says why', () => {
  const said = (language: 'en' | 'hi') => statementSealInWords({ sealed: null, sealState: 'closed' }, language)
  expect(said('en')).toBe(
    'Books closed; this period has no seal of its own: a seal is of the whole period of one closing, and of one account.',
  )
  expect(said('hi')).toMatch(/^हिसाब बंद है; इस समय की अलग मुहर नहीं है: मुहर .* एक खाते की होती है।$/)
})
