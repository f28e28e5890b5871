import { sortByName } from '@ledger/contracts/text/name-order.ts'
import { describe, expect, it } from 'vitest'

describe('names', () => {
  const names = ['Zeta', 'anil', 'Éva', 'Site 10', 'Anita', 'Site 2', 'कमला', 'अनिल', 'आनंद', 'Eva']
  const inOrder = (language: 'en' | 'hi') => sortByName(names, language, (name) => name)

  it('stand as a reader of English looks for them: not by capitals, and numbers by value', () => {
    expect(inOrder('en')).toEqual(['anil', 'Anita', 'Eva', 'Éva', 'Site 2', 'Site 10', 'Zeta', 'अनिल', 'आनंद', 'कमला'])
  })

  it('stand as a reader of Hindi looks for them: Devanagari first', () => {
    expect(inOrder('hi')).toEqual(['अनिल', 'आनंद', 'कमला', 'anil', 'Anita', 'Eva', 'Éva', 'Site 2', 'Site 10', 'Zeta'])
  })
})
