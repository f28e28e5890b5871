import { hasSearchWords, splitSearchWords } from '@ledger/contracts/text/search-words.ts'
import { describe, expect, it } from 'vitest'

describe('the words of a search', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['Cement 12,500', ['Cement', '12,500']],
    ['  cement\u3000cement ', ['cement']],
    ['paid 2 Apr 2026 cash', ['paid', '2 Apr 2026', 'cash']],
    ['paid  2  Apr 2026', ['paid', '2 Apr 2026']],
    ['२ अप्रैल २०२६', ['2 अप्रैल 2026']],
    ['12 bags 2026', ['12', 'bags', '2026']],
    ['- ₹ 500', ['500']],
    ['₹', ['₹']],
    ['Asha +91 98765 43210', ['Asha', '9876543210']],
    ['+९१ ९८७६५-४३२१०', ['9876543210']],
    ['+91', ['+91']],
    ['Sharma & Sons', ['Sharma', 'Sons']],
    ['a b c d e f g h i j k  l', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k l']],
  ])('of %j are %j', (typed, words) => {
    expect(splitSearchWords(typed)).toEqual(words)
  })

  it('are found in a text in any order, form and case', () => {
    const site = 'मी\u200dरा बाई गोदाम ४२ 9000000001'
    for (const typed of ['मीरा', '42 मीरा', '４२', '९००००००००१', 'mira godam 42', 'MEERA', ''])
      expect(hasSearchWords(site, splitSearchWords(typed)), typed).toBe(true)
    for (const typed of ['मीरा 43', 'mera']) expect(hasSearchWords(site, splitSearchWords(typed)), typed).toBe(false)
  })
})
