import {
  findNamesBySpellingOrSound,
  toSearchableName,
} from '@ledger/web/src/shared/beneficiaries/find-names-by-spelling-or-sound.ts'
import { describe, expect, it } from 'vitest'

const find = (names: string[], typed: string) =>
  findNamesBySpellingOrSound(names.map(toSearchableName), typed).map(({ name }) => name)

it('keeps the order of the list where nothing is typed, and puts what begins so first', () => {
  const names = ['Tea Stall', 'New Sharma Traders', 'Sharma Traders', 'Old Harsharma', 'Kamal']
  expect(find(names, ' ')).toEqual(names)
  expect(find(names, 'SHARMA')).toEqual(['Sharma Traders', 'New Sharma Traders', 'Old Harsharma'])
  expect(find(names, 'traders sha')).toEqual(['New Sharma Traders', 'Sharma Traders'])
  expect(find(names, 'nobody')).toEqual([])
})

it('takes the digits of either script, as the search of the lists does', () => {
  expect(find(['गोदाम ४२', 'Godown 7'], '42')).toEqual(['गोदाम ४२'])
  expect(find(['Godown 42', 'गोदाम ७'], '४२')).toEqual(['Godown 42'])
})

describe('finds a name in the other script', () => {
  it.each([
    ['Sharma Traders', 'शर्मा ट्रेडर्स'],
    ['Mahesh Hardware', 'महेश हार्डवेयर'],
    ['Lakshmi Cement House', 'लक्ष्मी सीमेंट'],
    ['Vikram Singh', 'विक्रम सिंह'],
    ['Imran Sheikh', 'इमरान शेख'],
    ['रामलाल चाय वाला', 'ramlal chai wala'],
    ['जय भोले टी स्टॉल', 'jai bhole'],
    ['फिरोज़ खान', 'firoz khan'],
  ])('%s by %s', (name, typed) => {
    expect(find(['Somebody Else', name, 'कोई और'], typed)).toEqual([name])
    expect(find(['Somebody Else', typed, 'कोई और'], name.split(' ').slice(0, 2).join(' '))).toEqual([typed])
  })
})

it('does not take two words for one that only begin alike', () => {
  expect(find(['Suresh'], 'sharma')).toEqual([])
  // One consonant is too little to match.
  expect(find(['Tata'], 'ते')).toEqual([])
})

it('looks through 5,000 names in both scripts', () => {
  const names = Array.from({ length: 5000 }, (_, n) => (n % 2 === 0 ? `Trader ${n} Steel` : `व्यापारी ${n} स्टील`))
  expect(find(names, 'trader 4998')).toEqual(['Trader 4998 Steel'])
  expect(find(names, 'vyapari 4999')).toEqual(['व्यापारी 4999 स्टील'])
})
