import { createHash } from 'node:crypto'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { ANSWER_SHAPE_VERSION } from '@ledger/web/src/app/offline/answer-shape-version.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** The answers that the field reads and its phone stores (web/src/app/offline/persist-and-restore-answers.ts). */
const KEPT = [
  'siteBalance',
  'siteTransactions',
  'siteTransaction',
  'siteTransactionSums',
  'siteBeneficiaries',
  'siteFrequentPayees',
  'siteSupervisors',
  'siteSupervisorBalances',
  'siteLedger',
  'siteSummary',
  'siteRecipients',
  'sitePurposes',
  'siteDays',
  'siteQuestions',
] as const

test('what phones have kept is still what the app takes it for', () => {
  const shapes = KEPT.map((name) => z.toJSONSchema(ROUTES[name].answer, { io: 'output', unrepresentable: 'any' }))
  const digest = createHash('sha256').update(JSON.stringify(shapes, withoutDescription)).digest('hex').slice(0, 16)
  // Another digest: raise ANSWER_SHAPE_VERSION (web/src/app/offline/answer-shape-version.ts), unless an older answer
  // does as well, and write both here.
  expect([ANSWER_SHAPE_VERSION, digest]).toEqual([2, 'eff4d37d01a8ddd8'])
})

/** A description is words for people: it changes nothing in an answer. */
const withoutDescription = (key: string, value: unknown) =>
  key === 'description' && typeof value === 'string' ? undefined : value
