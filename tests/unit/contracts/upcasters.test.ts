import { currentVersionOf, UPCASTERS, upcast } from '@ledger/contracts/events/upcasters.ts'
import { afterEach, expect, test } from 'vitest'

afterEach(() => {
  delete UPCASTERS.SignedIn
})

test('a shape that never changed has one version', () => {
  const data = { via: 'password' }
  expect(currentVersionOf('SignedIn')).toBe(1)
  expect(upcast('SignedIn', 1, data)).toBe(data)
  expect(upcast('SignedIn', 2, data)).toBeUndefined()
})

test('an old shape is led through every one after it, and a new one left as it is', () => {
  UPCASTERS.SignedIn = [(data) => ({ ...data, two: true }), (data) => ({ ...data, three: 'two' in data })]
  expect(currentVersionOf('SignedIn')).toBe(3)
  expect(upcast('SignedIn', 1, {})).toEqual({ two: true, three: true })
  expect(upcast('SignedIn', 2, {})).toEqual({ three: false })
  expect(upcast('SignedIn', 3, {})).toEqual({})
  expect(upcast('SignedIn', 4, {})).toBeUndefined()
  expect(currentVersionOf('PasswordSet')).toBe(1)
})

test('a type that is not known has no version, not even one that every object has', () => {
  for (const type of ['Unheard', 'toString', '']) {
    expect(currentVersionOf(type)).toBeUndefined()
    expect(upcast(type, 1, {})).toBeUndefined()
  }
})
