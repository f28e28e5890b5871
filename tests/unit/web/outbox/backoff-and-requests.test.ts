import { ERROR_CATALOGUE } from '@ledger/contracts/http/error-catalogue.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { backoffMs, parseRetryAfterMs } from '@ledger/web/src/field/outbox/model/backoff.ts'
import {
  canBeCorrected,
  classifyFailure,
  isGoneFromLedger,
} from '@ledger/web/src/field/outbox/model/classify-failure.ts'
import { requestForEntry } from '@ledger/web/src/field/outbox/model/entry-request.ts'
import type { EntryOperation, OutboxEntry } from '@ledger/web/src/field/outbox/model/outbox-entry.ts'
import { PENDING_REVISION } from '@ledger/web/src/field/outbox/model/outbox-transitions.ts'
import { pendingEntries } from '@ledger/web/src/field/outbox/model/pending-entries.ts'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { randomSeed } from '../../../environment/random-seed.ts'

it('waits longer after each round in vain, never as long as all others, and never less than it was asked to', () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), chance, fc.nat(3_600_000), (failures, at, asked) => {
      const waited = backoffMs(failures, at, asked)
      expect(waited).toBeGreaterThanOrEqual(Math.max(500, asked))
      expect(waited).toBeLessThanOrEqual(Math.max(90_000, asked))
      expect(backoffMs(failures + 1, at, asked)).toBeGreaterThanOrEqual(waited)
    }),
    { seed: randomSeed },
  )
  expect([backoffMs(1, 0), backoffMs(1, 0.999), backoffMs(3, 0.5)]).toEqual([500, 1499, 4000])
})

test.each([
  [null, 0],
  ['2', 2000],
  ['0', 0],
  ['-5', 0],
  ['1e9', 3_600_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 0],
])('Retry-After %s is %d ms', (header, ms) => {
  expect(parseRetryAfterMs(header)).toBe(ms)
})

test.each([
  [0, 'unreachable', 1, 'unknown'],
  [408, 'too_slow', 1, 'unknown'],
  [500, 'internal', 1, 'unknown'],
  [503, 'outcome_unknown', 1, 'unknown'],
  [429, 'too_fast', 1, 'not_taken'],
  [401, 'other_account', 3, 'signed_out'],
  [400, 'invalid_request', 3, 'refused'],
  [403, 'not_editable', 3, 'refused'],
  [409, 'already_deleted', 3, 'refused'],
  [412, 'revision_changed', 3, 'refused'],
  [422, 'total_too_large', 3, 'refused'],
  // A proxy's page: final only where nothing was sent before.
  [404, 'unexplained', 1, 'refused'],
  [404, 'unexplained', 2, 'unknown'],
  // The company is disabled, or its address was removed: the request was not processed.
  [404, 'unknown_company', 1, 'not_taken'],
  [404, 'unknown_company', 3, 'not_taken'],
  // The server considers the app's own address another site, because it does not know its own: the request was not
  // processed.
  [403, 'cross_site', 1, 'not_taken'],
  [403, 'cross_site', 3, 'not_taken'],
] as const)('%d %s at try %d is %s', (status, code, tries, meaning) => {
  expect(classifyFailure({ status, code }, tries)).toBe(meaning)
})

test.each([
  ['invalid_request', 'can be mended'],
  ['total_too_large', 'can be mended'],
  ['not_editable', 'can only be thrown away'],
  ['not_found', 'can only be thrown away, and the ledger keeps nothing'],
  ['already_deleted', 'can only be thrown away, and the ledger keeps nothing'],
] as const)('an entry refused as %s %s', (code, remedy) => {
  const { status } = ERROR_CATALOGUE[code]
  expect(canBeCorrected({ status })).toBe(remedy === 'can be mended')
  expect(isGoneFromLedger({ code })).toBe(remedy.endsWith('the ledger keeps nothing'))
})

const fields = {
  amount: '40',
  recipient: 'Tea Stall',
  purpose: 'Tea',
  paymentMode: 'cash' as const,
  narration: 'For the crew',
  reference: '',
  date: '2026-11-20',
}

function entryOf(what: EntryOperation): OutboxEntry {
  return {
    id: 'a',
    key: 'a',
    order: 1,
    owner: 'site_9000000001',
    enteredAt: '1970-01-01T00:00:00.000Z',
    tries: 1,
    what,
  }
}

it('asks by the calls of the contract, with bodies that it takes', () => {
  const [waiting] = pendingEntries([entryOf({ kind: 'expense', fields })])
  if (waiting === undefined) throw new Error('It waits')
  expect(waiting.row.revision).toBe(PENDING_REVISION)
  const about = { of: { row: ':id', revision: 2 }, seen: waiting.row }
  for (const [name, what] of [
    ['recordExpense', { kind: 'expense', fields }],
    ['editExpense', { kind: 'edit', fields: { ...fields, date: '2026-11-21' }, ...about }],
    ['deleteExpense', { kind: 'deletion', ...about }],
  ] as const) {
    const { method, path, body } = requestForEntry(entryOf(what))
    expect([method, decodeURIComponent(path)], name).toEqual([ROUTES[name].method, ROUTES[name].path])
    expect(ROUTES[name].body.safeParse(body).success, name).toBe(true)
  }
})
