import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeReadModelProblem } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { problemInHindi } from '@ledger/web/src/audit/frame/verification-problems-hindi.ts'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
/** The sources of a verification's sentences; a new sentence must be added here and in Hindi. */
const SENTENCES: Record<string, [source: RegExp, sentence: string][]> = {
  'ledger-service/proof/verification/verify-chain.ts': [
    [/return `position /g, 'position 12 is missing'],
    [/return 'it does not follow/g, 'it does not follow the event before it'],
    [/return 'its content/g, 'its content is not what was hashed'],
    [/return 'it was recorded/g, 'it was recorded before the event before it'],
  ],
  'ledger-service/domain/account-and-transaction-states.ts': [
    [/new Error\(`\$\{event.type\} names account/g, 'DebitRecorded names account 0199, which was never opened'],
    [/new Error\(`\$\{event.type\} at/g, 'TransactionEdited at 12 names a transaction that was never recorded'],
  ],
  'database/binary/event-decoder.ts': [
    [
      /`\$\{type\} at \$\{row.position\} has version/g,
      'DebitRecorded at 12 has version 3, which this program is too old to read',
    ],
  ],
  'ledger-service/proof/checkpoints/checkpoints-to-verify.ts': [
    [/`A checkpoint was/g, "A checkpoint was not signed by this ledger's signer: ledger 12"],
  ],
  'ledger-service/proof/verification/verify-ledger.ts': [
    [/`The checkpoint at/g, 'The checkpoint at 12 events was signed for another history'],
    [/`The log ends at/g, 'The log ends at 12, but its head says 13'],
    [/`\$\{largest\} events were/g, '13 events were signed, and the log has only 12'],
    [/`The entries come to \$\{total\}, but/g, 'The entries come to 12.00, but the head of the log says 13.00'],
    [/`The entries come to \$\{total\}, more/g, 'The entries come to 12.00, more than the ledger takes'],
    [/`The balances kept/g, 'The balances kept for position 12 are not the fold of the log'],
    [/`Balances are kept/g, 'Balances are kept for position 12, and the log does not reach it'],
    [/`The state of/g, 'The state of 0199 is not the fold of the log'],
    [
      /`The read model \$\{name\} differs/g,
      describeReadModelProblem({ name: 'balances', result: 'different', position: 12, differences: 3 }),
    ],
    [
      /`The read model \$\{name\} is not/g,
      describeReadModelProblem({
        name: 'balances',
        result: 'different',
        position: 12,
        differences: 0,
        because: 'The log ends',
      }),
    ],
  ],
  'ledger-service/proof/verification/verify-bills.ts': [
    [/`The bill \$\{id\} was erased/g, 'The bill 12ab was erased, and its bytes are still there'],
    [/`The bill \$\{id\} is missing/g, 'The bill 12ab is missing'],
    [/`The bytes of the bill/g, 'The bytes of the bill 12ab are not the ones that were hashed'],
  ],
}
for (const [file, sentences] of Object.entries(SENTENCES))
  test(`what ${file} finds is said in Hindi`, () => {
    const source = readFileSync(join(root, file), 'utf8')
    for (const [pattern, sentence] of sentences) {
      expect(source.match(pattern), String(pattern)).toHaveLength(1)
      const hindi = problemInHindi(sentence, (name) => name)
      expect(hindi).toMatch(/[\u0900-\u097f]/)
      for (const figure of sentence.match(/\d+/g) ?? []) expect(hindi).toContain(figure)
    }
  })

test('a sentence that is not known is left as it is', () => {
  expect(problemInHindi('Something else happened', (name) => name)).toBeUndefined()
})
