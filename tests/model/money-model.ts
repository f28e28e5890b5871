import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import type { CommandIssuer } from '@ledger/ledger-service/domain/commands.ts'
import type { LedgerModel, ModelAccount, ModelTransaction, PredictedCommand, PredictedOutcome } from './ledger-model.ts'
import { MODEL_TIME, type RandomStep } from './random-steps.ts'

/** Money that moves, is changed or is taken back, as §5 and §6 define it. */

type MoneyStep = Extract<RandomStep, { kind: 'expense' | 'send' | 'transfer' | 'edit' | 'delete' }>
type TransactionChangeStep = Extract<RandomStep, { kind: 'edit' | 'delete' }>

const HEAD_OFFICE = 'head_office'
const SPELLINGS = ['Sharma Traders', 'SHARMA traders', 'Gupta  Steel', 'gupta steel', 'राम भरोसे', "O'Neil & Sons"]
const spelling = (payee: number) => SPELLINGS[payee % SPELLINGS.length] ?? ''

export function predictMoneyCommand(
  model: LedgerModel,
  step: MoneyStep,
  asker: ModelAccount,
  base: { by: CommandIssuer; now: string },
  isLive: boolean,
): PredictedCommand {
  const settle = (outcome: () => PredictedOutcome): PredictedOutcome => (isLive ? outcome() : 'unauthorized')
  switch (step.kind) {
    case 'expense': {
      const transaction = model.newId()
      const beneficiary = spelling(step.payee)
      const details = detailsOf(step.paise, step.mode)
      const command = { ...base, type: 'RecordExpense', transaction, beneficiary, details } as const
      const outcome = settle(() =>
        moveMoney(model, transaction, 'debit', asker.id, beneficiaryId(beneficiary), step.paise),
      )
      return { command, outcome, about: { account: asker.id, transaction } }
    }
    case 'send': {
      const [transaction, to] = [model.newId(), model.accountAt(step.to, step.isLikely ? 'site_incharge' : undefined)]
      const command = { ...base, type: 'SendMoney', transaction, to: to.id, details: detailsOf(step.paise, 2) } as const
      const outcome = settle(() => {
        if (to.role !== 'site_incharge') return 'not_found'
        if (to.status !== 'active') return 'counterparty_unavailable'
        return moveMoney(model, transaction, 'credit', HEAD_OFFICE, to.id, step.paise)
      })
      return { command, outcome, about: { account: to.id, transaction } }
    }
    case 'transfer': {
      const [transaction, to] = [model.newId(), model.accountAt(step.to, step.isLikely ? 'supervisor' : undefined)]
      const details = detailsOf(step.paise, 1)
      const command = { ...base, type: 'TransferMoney', transaction, to: to.id, details } as const
      const outcome = settle(() => {
        if (to.role !== 'supervisor' || to.id === asker.id) return 'not_found'
        if (to.status !== 'active') return 'counterparty_unavailable'
        if (step.paise > modelBalance(model, asker.id)) return 'insufficient_balance'
        return moveMoney(model, transaction, 'transfer', asker.id, to.id, step.paise)
      })
      return { command, outcome, about: { account: to.id, transaction } }
    }
    case 'edit':
    case 'delete':
      return predictTransactionChange(model, step, asker, base, settle)
  }
}

function moveMoney(
  model: LedgerModel,
  id: string,
  kind: ModelTransaction['kind'],
  giver: string,
  taker: string,
  paise: number,
): PredictedOutcome {
  model.transactions.push({ id, kind, giver, taker, paise, purpose: 'Purpose', revision: 1, isDeleted: false })
  addToModelSums(model, giver, taker, paise)
  return [{ credit: 'CreditRecorded', debit: 'DebitRecorded', transfer: 'TransferRecorded' }[kind]]
}

function predictTransactionChange(
  model: LedgerModel,
  step: TransactionChangeStep,
  asker: ModelAccount,
  base: { by: CommandIssuer; now: string },
  settle: (outcome: () => PredictedOutcome) => PredictedOutcome,
): PredictedCommand {
  const target = model.transactionFromLatest(step.transaction)
  const transaction = target?.id ?? model.newId()
  const ifRevision = { none: undefined, current: target?.revision ?? 1, other: (target?.revision ?? 1) + 1 }[step.seen]
  const shared = {
    ...base,
    row: { transaction, side: step.isIncoming ? ('incoming' as const) : ('own' as const) },
    desk: asker.role === 'admin' ? ('head_office' as const) : ('field' as const),
    ...(ifRevision === undefined ? {} : { ifRevision }),
  }
  const about = target ? { account: target.kind === 'credit' ? target.taker : target.giver, transaction } : {}
  const allowed = (outcome: (movement: ModelTransaction) => PredictedOutcome) =>
    settle(() => {
      const refused = refusedChange(target, step, asker, ifRevision)
      return refused || !target ? (refused ?? 'not_found') : outcome(target)
    })
  if (step.kind === 'delete') {
    const outcome = allowed((movement) => {
      addToModelSums(model, movement.giver, movement.taker, -movement.paise)
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
  const outcome = allowed((movement) => editMovement(model, movement, changes))
  return { command: { ...shared, type: 'EditTransaction', changes }, outcome, about }
}

function refusedChange(
  target: ModelTransaction | undefined,
  step: TransactionChangeStep,
  asker: ModelAccount,
  ifRevision: number | undefined,
): ErrorCode | undefined {
  if (!target || (step.isIncoming && target.kind !== 'transfer')) return 'not_found'
  const owner = step.isIncoming || target.kind === 'credit' ? target.taker : target.giver
  const isAdmin = asker.role === 'admin'
  if (!isAdmin && owner !== asker.id) return 'not_found'
  const mayChange = isAdmin ? target.kind === 'credit' || step.isIncoming : target.kind === 'debit'
  if (!mayChange) return 'not_editable'
  if (target.isDeleted) return 'already_deleted'
  return ifRevision === undefined || ifRevision === target.revision ? undefined : 'revision_changed'
}

interface TransactionEdit {
  paise: number | undefined
  beneficiary: string | undefined
  purpose: string | undefined
}

function editMovement(
  model: LedgerModel,
  movement: ModelTransaction,
  { paise = movement.paise, beneficiary, purpose }: TransactionEdit,
): PredictedOutcome {
  const isPaid = movement.kind === 'debit' && beneficiary !== undefined
  const taker = isPaid ? beneficiaryId(beneficiary) : movement.taker
  const after = { ...movement, paise, taker, purpose: purpose ?? movement.purpose }
  if (after.paise === movement.paise && after.taker === movement.taker && after.purpose === movement.purpose) return []
  const added = paise - movement.paise
  if (movement.kind === 'transfer' && added > 0 && added > modelBalance(model, movement.giver))
    return 'insufficient_balance'
  addToModelSums(model, movement.giver, movement.taker, -movement.paise)
  addToModelSums(model, movement.giver, taker, paise)
  Object.assign(movement, after, { revision: movement.revision + 1 })
  return ['TransactionEdited']
}

function addToModelSums(model: LedgerModel, giver: string, taker: string, paise: number): void {
  model.sum(giver).spent += paise
  model.sum(taker).received += paise
}

function modelBalance(model: LedgerModel, account: string): number {
  const { received, spent } = model.sum(account)
  return received - spent
}

function detailsOf(paise: number, mode: number) {
  const paymentMode = PAYMENT_MODES[mode % PAYMENT_MODES.length] ?? 'cash'
  return { paise, date: MODEL_TIME, purpose: 'Purpose', paymentMode, narration: 'Narration' }
}
