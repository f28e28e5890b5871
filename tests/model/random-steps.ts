import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import fc from 'fast-check'

/**
 * Random work on a ledger. A step names things by number ("the third account"), so that it makes sense in any state and
 * a failing run can be shrunk; the model turns it into a command.
 */
export type RandomStep = StepKind & {
  /** Asks in a session that has ended. */
  isStale: boolean
  /** Carries an Idempotency-Key. */
  hasKey: boolean
}

type StepKind =
  | { kind: 'expense'; who: number; payee: number; paise: number; mode: number }
  | { kind: 'send'; to: number; isLikely: boolean; paise: number }
  | { kind: 'transfer'; who: number; to: number; isLikely: boolean; paise: number }
  | {
      kind: 'edit'
      who: number
      as: AskerChoice
      transaction: number
      isIncoming: boolean
      paise: number | undefined
      payee: number | undefined
      purpose: number | undefined
      seen: SeenRevision
    }
  | { kind: 'delete'; who: number; as: AskerChoice; transaction: number; isIncoming: boolean; seen: SeenRevision }
  | { kind: 'open'; isSupervisor: boolean; mobile: number }
  | { kind: 'rename'; account: number; isOtherRole: boolean; name: number; mobile: number | undefined }
  | { kind: 'password'; account: number }
  | { kind: 'status'; account: number; isActive: boolean }
  | { kind: 'close'; account: number }
  | { kind: 'reveal'; account: number }
  | { kind: 'signIn'; who: number }
  | { kind: 'refuse'; account: number | undefined }
  | { kind: 'export'; who: number }
  | { kind: 'again'; submission: number }

/** The account that asks for a change: one that may be allowed to, or `who`. */
type AskerChoice = 'owner' | 'admin' | 'anybody'

/** The revision that the asker saw before a change. */
type SeenRevision = 'none' | 'current' | 'other'

/** When everything is asked and happens. */
export const MODEL_TIME = '2026-04-01T06:30:00.000Z'

const any = fc.nat({ max: 1000 })
/** Few and small amounts, so that commands meet a balance exactly, miss it by a paisa, and cause a deficit. */
const paise = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 5000 }))
const as = fc.constantFrom<AskerChoice>('owner', 'owner', 'admin', 'anybody')
/** Counted from the latest: mostly one of the last few, so that it is changed more than once. */
const transaction = fc.oneof(fc.nat({ max: 5 }), any)
const seen = fc.constantFrom<SeenRevision>('none', 'none', 'current', 'other')
/** A transfer between two accounts that may transfer, rather than between any two. */
const isLikely = fc.constantFrom(true, true, true, false)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const is = <Kind extends string>(kind: Kind) => fc.constant(kind)
const mode = fc.nat({ max: PAYMENT_MODES.length - 1 })

const kind: fc.Arbitrary<StepKind> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ kind: is('expense'), who: any, payee: any, paise, mode }) },
  { weight: 12, arbitrary: fc.record({ kind: is('send'), to: any, isLikely, paise }) },
  { weight: 15, arbitrary: fc.record({ kind: is('transfer'), who: any, to: any, isLikely, paise }) },
  {
    weight: 20,
    arbitrary: fc.record({
      kind: is('edit'),
      who: any,
      as,
      transaction,
      isIncoming: fc.boolean(),
      seen,
      paise: maybe(paise),
      payee: maybe(any),
      purpose: maybe(any),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: is('delete'), who: any, as, transaction, isIncoming: fc.boolean(), seen }),
  },
  { weight: 2, arbitrary: fc.record({ kind: is('open'), isSupervisor: fc.boolean(), mobile: any }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: is('rename'),
      account: any,
      isOtherRole: fc.boolean(),
      name: any,
      mobile: maybe(any),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: is('password'), account: any }) },
  { weight: 5, arbitrary: fc.record({ kind: is('status'), account: any, isActive: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: is('close'), account: any }) },
  { weight: 1, arbitrary: fc.record({ kind: is('reveal'), account: any }) },
  { weight: 1, arbitrary: fc.record({ kind: is('signIn'), who: any }) },
  { weight: 1, arbitrary: fc.record({ kind: is('refuse'), account: maybe(any) }) },
  { weight: 1, arbitrary: fc.record({ kind: is('export'), who: any }) },
  { weight: 5, arbitrary: fc.record({ kind: is('again'), submission: any }) },
)

const step: fc.Arbitrary<RandomStep> = fc
  .tuple(kind, fc.integer({ min: 0, max: 19 }), fc.boolean())
  .map(([chosen, stale, hasKey]) => ({ ...chosen, isStale: stale === 0, hasKey }))

/** Steps in groups; the steps of a group are submitted at once. */
export const randomStepGroups = (groups: number): fc.Arbitrary<RandomStep[][]> =>
  fc.array(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), {
    minLength: 1,
    maxLength: groups,
    size: 'max',
  })
