import { findLookAlikes } from '@ledger/web/src/office/beneficiaries/find-look-alikes.ts'
import { expect, test } from 'vitest'

const alike = (...names: string[]) =>
  findLookAlikes(names.map((name) => ({ name }))).map((group) => group.map(({ name }) => name).join(' | '))

test('names whose words have the same consonants are suggested, in either script, in the order of the list', () => {
  expect(alike('Ramesh Traders', 'Gopal Steel', 'Rmesh Tradrs', 'रमेश ट्रेडर्स', 'Gopal Stel')).toEqual([
    'Ramesh Traders | Rmesh Tradrs | रमेश ट्रेडर्स',
    'Gopal Steel | Gopal Stel',
  ])
})

test('short names, other words and other numbers are not', () => {
  expect(alike('Gita', 'Gotu', 'Ramesh', 'Ramesh Traders', 'Depot 12', 'Depot 13', 'Sharma Traders')).toEqual([])
  expect(alike()).toEqual([])
})
