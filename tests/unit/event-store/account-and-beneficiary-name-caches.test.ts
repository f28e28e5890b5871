import type { AccountState } from '@ledger/ledger-service/domain/account-and-transaction-states.ts'
import { AccountCache } from '@ledger/ledger-service/event-store/append/account-cache.ts'
import { BeneficiaryNameCache } from '@ledger/ledger-service/event-store/append/beneficiary-name-cache.ts'
import type { LogHead } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import { describe, expect, test } from 'vitest'
import { SAMPLE_TIME } from '../domain/sample-events.ts'

const end = (hash: string): LogHead => ({
  position: 1,
  hash: Buffer.from(hash),
  recordedAt: SAMPLE_TIME,
  totalPaise: 0n,
})
const state = (id: string, paise = 0): AccountState => ({
  id,
  role: 'supervisor',
  status: 'active',
  profile: { firstName: 'Ravi', lastName: '', site: null, mobile: null },
  epoch: 0,
  receivedPaise: paise,
  spentPaise: 0,
})
const states = (...ids: string[]) => new Map(ids.map((id) => [id, state(id)]))
const many = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)

describe('the accounts that this process knows', () => {
  test('are known at the end at which they were kept, and those alone that were kept', () => {
    const cache = new AccountCache()
    expect(cache.missingIds(['a', 'b'])).toEqual(['a', 'b'])
    expect(cache.findAtHead(end('1'), [])).toBeUndefined()
    cache.store(end('0'), end('1'), states('a'))
    expect(cache.missingIds(['a', 'b'])).toEqual(['b'])
    expect(cache.findAtHead(end('1'), ['a', 'b'])).toEqual(states('a'))
    expect(cache.findAtHead(end('1'), ['b'])).toEqual(new Map())
  })

  test('are as the last batch left them', () => {
    const cache = new AccountCache()
    cache.store(end('0'), end('1'), states('a', 'b'))
    cache.store(end('1'), end('2'), new Map([['a', state('a', 5)]]))
    expect(cache.findAtHead(end('2'), ['a', 'b'])).toEqual(new Map([...states('b'), ['a', state('a', 5)]]))
  })

  test('are known all or not at all, as what is on its way will leave them', () => {
    const cache = new AccountCache()
    expect([cache.head, cache.findAll([], []), cache.findAll(['a'], [])]).toEqual([undefined, new Map(), undefined])
    cache.store(end('0'), end('1'), states('a', 'b'))
    const ahead = [new Map([['a', state('a', 1)]]), new Map([['a', state('a', 2)]]), states('c')]
    expect(cache.head).toEqual(end('1'))
    expect(cache.findAll(['a', 'b'], [])).toEqual(states('a', 'b'))
    expect(cache.findAll(['a', 'b', 'c'], ahead)).toEqual(new Map([['a', state('a', 2)], ...states('b', 'c')]))
    expect(cache.findAll(['a', 'd'], ahead)).toBeUndefined()
    // States that were never recorded are not cached.
    expect(cache.findAll(['a'], [])).toEqual(states('a'))
  })

  test('are all forgotten where the log has another end', () => {
    const cache = new AccountCache()
    cache.store(end('0'), end('1'), states('a'))
    expect(cache.findAtHead(end('2'), ['a'])).toBeUndefined()
    expect(cache.missingIds(['a'])).toEqual(['a'])
  })

  test('are all forgotten behind a batch that began elsewhere, but those that it left', () => {
    const cache = new AccountCache()
    cache.store(end('0'), end('1'), states('a', 'b'))
    cache.store(end('2'), end('3'), new Map([['b', state('b', 5)]]))
    expect(cache.missingIds(['a', 'b'])).toEqual(['a'])
    expect(cache.findAtHead(end('3'), ['b'])).toEqual(new Map([['b', state('b', 5)]]))
  })

  test('are 20,000 at most, and those go first that were used longest ago', () => {
    const cache = new AccountCache()
    const ids = many(20_000)
    cache.store(end('0'), end('1'), states(...ids))
    expect(cache.missingIds(ids)).toEqual([])
    cache.findAll(['id-0'], [])
    cache.store(end('1'), end('2'), states('new', 'newer'))
    expect(cache.missingIds([...ids, 'new', 'newer'])).toEqual(['id-1', 'id-2'])
  })
})

describe('the names of beneficiaries that this process knows', () => {
  test('are given, the others asked for', () => {
    const cache = new BeneficiaryNameCache()
    expect(cache.split(['b:a', 'b:b'])).toEqual({ known: new Map(), unknown: ['b:a', 'b:b'] })
    cache.remember(new Map([['b:a', 'A']]))
    expect(cache.split(['b:a', 'b:b'])).toEqual({ known: new Map([['b:a', 'A']]), unknown: ['b:b'] })
  })

  test('are 50,000 at most, and those go first that were used longest ago', () => {
    const cache = new BeneficiaryNameCache()
    const ids = many(50_000)
    cache.remember(new Map(ids.map((id) => [id, id])))
    expect(cache.split(ids).unknown).toEqual([])
    cache.split(['id-0'])
    cache.remember(new Map([['new', 'New']]))
    expect(cache.split([...ids, 'new']).unknown).toEqual(['id-1'])
  })
})
