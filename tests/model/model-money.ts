import { beneficiaryId } from '@ledger/contracts/beneficiaries.ts'
import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import type { RefusalCode } from '@ledger/contracts/refusals.ts'
import type { Asker } from '@ledger/ledger-service/domain/commands.ts'
import type { Asked, Holder, Model, Movement, Outcome } from './model.ts'
import { NOW, type Step } from './steps.ts'

/** Money that moves, is changed or is taken back, as §5 and §6 say it. */

type MoneyStep = Extract<Step, { kind: 'expense' | 'send' | 'transfer' | 'edit' | 'delete' }>
type Change = Extract<Step, { kind: 'edit' | 'delete' }>

const HEAD_OFFICE = 'head_office'
const SPELLINGS = ['Sharma Traders', 'SHARMA traders', 'Gupta  Steel', 'gupta steel', 'राम भरोसे', "O'Neil & Sons"]
const spelling = (payee: number) => SPELLINGS[payee % SPELLINGS.length] ?? ''

export function askAboutMoney(
  model: Model,
  step: MoneyStep,
  asker: Holder,
  base: { by: Asker; now: string },
  isLive: boolean,
): Asked {
  const settle = (outcome: () => Outcome): Outcome => (isLive ? outcome() : 'unauthorized')
  switch (step.kind) {
    case 'expense': {
      const transaction = model.newId()
      const beneficiary = spelling(step.payee)
      const details = detailsOf(step.paise, step.mode)
      const command = { ...base, type: 'RecordExpense', transaction, beneficiary, details } as const
      const outcome = settle(() => move(model, transaction, 'debit', asker.id, beneficiaryId(beneficiary), step.paise))
      return { command, outcome, about: { account: asker.id, transaction } }
    }
    case 'send': {
      const [transaction, to] = [model.newId(), model.holder(step.to, step.isLikely ? 'site_incharge' : undefined)]
      const command = { ...base, type: 'SendMoney', transaction, to: to.id, details: detailsOf(step.paise, 2) } as const
      const outcome = settle(() => {
        if (to.role !== 'site_incharge') return 'not_found'
        if (to.status !== 'active') return 'counterparty_unavailable'
        return move(model, transaction, 'credit', HEAD_OFFICE, to.id, step.paise)
      })
      return { command, outcome, about: { account: to.id, transaction } }
    }
    case 'transfer': {
      const [transaction, to] = [model.newId(), model.holder(step.to, step.isLikely ? 'supervisor' : undefined)]
      const details = detailsOf(step.paise, 1)
      const command = { ...base, type: 'TransferMoney', transaction, to: to.id, details } as const
      const outcome = settle(() => {
        if (to.role !== 'supervisor' || to.id === asker.id) return 'not_found'
        if (to.status !== 'active') return 'counterparty_unavailable'
        if (step.paise > balance(model, asker.id)) return 'insufficient_balance'
        return move(model, transaction, 'transfer', asker.id, to.id, step.paise)
      })
      return { command, outcome, about: { account: to.id, transaction } }
    }
    case 'edit':
    case 'delete':
      return change(model, step, asker, base, settle)
  }
}

function move(model: Model, id: string, kind: Movement['kind'], giver: string, taker: string, paise: number): Outcome {
  model.movements.push({ id, kind, giver, taker, paise, purpose: 'Purpose', revision: 1, isDeleted: false })
  count(model, giver, taker, paise)
  return [{ credit: 'CreditRecorded', debit: 'DebitRecorded', transfer: 'TransferRecorded' }[kind]]
}

function change(
  model: Model,
  step: Change,
  asker: Holder,
  base: { by: Asker; now: string },
  settle: (outcome: () => Outcome) => Outcome,
): Asked {
  const target = model.movement(step.transaction)
  const transaction = target?.id ?? model.newId()
  const ifRevision = { none: undefined, current: target?.revision ?? 1, other: (target?.revision ?? 1) + 1 }[step.seen]
  const shared = {
    ...base,
    row: { transaction, side: step.isIncoming ? ('incoming' as const) : ('own' as const) },
    desk: asker.role === 'admin' ? ('head_office' as const) : ('field' as const),
    ...(ifRevision === undefined ? {} : { ifRevision }),
  }
  const about = target ? { account: target.kind === 'credit' ? target.taker : target.giver, transaction } : {}
  const allowed = (outcome: (movement: Movement) => Outcome) =>
    settle(() => {
      const refused = refusedChange(target, step, asker, ifRevision)
      return refused || !target ? (refused ?? 'not_found') : outcome(target)
    })
  if (step.kind === 'delete') {
    const outcome = allowed((movement) => {
      count(model, movement.giver, movement.taker, -movement.paise)
      movement.isDeleted = true
      movement.revision++
      return ['TransactionDeleted']
    })
    return { command: { ...shared, type: 'DeleteTransaction' }, outcome, about }
  }
  const changes = {
    paise: step.paise,
    beneficiary: step.payee === undefined ? undefined : spelling(step.payee),
    purpose: step.purpose === undefined ? undefined : ['Purpose', 'Sand', 'Diesel'][step.purpose % 3],
  }
  const outcome = allowed((movement) => edit(model, movement, changes))
  return { command: { ...shared, type: 'EditTransaction', changes }, outcome, about }
}

function refusedChange(
  target: Movement | undefined,
  step: Change,
  asker: Holder,
  ifRevision: number | undefined,
): RefusalCode | undefined {
  if (!target || (step.isIncoming && target.kind !== 'transfer')) return 'not_found'
  const owner = step.isIncoming || target.kind === 'credit' ? target.taker : target.giver
  const isAdmin = asker.role === 'admin'
  if (!isAdmin && owner !== asker.id) return 'not_found'
  const mayChange = isAdmin ? target.kind === 'credit' || step.isIncoming : target.kind === 'debit'
  if (!mayChange) return 'not_editable'
  if (target.isDeleted) return 'already_deleted'
  return ifRevision === undefined || ifRevision === target.revision ? undefined : 'revision_changed'
}

interface Edit {
  paise: number | undefined
  beneficiary: string | undefined
  purpose: string | undefined
}

function edit(model: Model, movement: Movement, { paise = movement.paise, beneficiary, purpose }: Edit): Outcome {
  const isPaid = movement.kind === 'debit' && beneficiary !== undefined
  const taker = isPaid ? beneficiaryId(beneficiary) : movement.taker
  const after = { ...movement, paise, taker, purpose: purpose ?? movement.purpose }
  if (after.paise === movement.paise && after.taker === movement.taker && after.purpose === movement.purpose) return []
  const added = paise - movement.paise
  if (movement.kind === 'transfer' && added > 0 && added > balance(model, movement.giver)) return 'insufficient_balance'
  count(model, movement.giver, movement.taker, -movement.paise)
  count(model, movement.giver, taker, paise)
  Object.assign(movement, after, { revision: movement.revision + 1 })
  return ['TransactionEdited']
}

function count(model: Model, giver: string, taker: string, paise: number): void {
  model.sum(giver).spent += paise
  model.sum(taker).received += paise
}

function balance(model: Model, account: string): number {
  const { received, spent } = model.sum(account)
  return received - spent
}

function detailsOf(paise: number, mode: number) {
  const paymentMode = PAYMENT_MODES[mode % PAYMENT_MODES.length] ?? 'cash'
  return { paise, date: NOW, purpose: 'Purpose', paymentMode, narration: 'Narration' }
}
