import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { toStoredFields } from '@ledger/contracts/entry-text-field-schemas.ts'
import type { Actor, Entry } from '@ledger/contracts/events/event-schemas.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import { MAX_TOTAL_PAISE } from '@ledger/contracts/money.ts'
import type { DecisionState } from '../account-and-transaction-states.ts'
import { balanceOfAccount, partyOf, type TransactionState } from '../account-and-transaction-states.ts'
import { findBeneficiaryGroup } from '../beneficiaries/beneficiary-groups-state.ts'
import { closedUpTo, isInClosedBooks } from '../closings/closings-state.ts'
import type {
  DeleteTransactionCommand,
  EditTransactionCommand,
  EntryChanges,
  EntryDetails,
  MoneyCommand,
} from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'
import { ownerOfSide } from '../questions/questions-state.ts'
import { addedToTotal, correctionPostings, postingsOf, reversalOf } from './postings.ts'

/**
 * Decides the commands of §5 and §6 that move money, change an entry or delete it. An expense may exceed the balance: a
 * deficit is shown, not refused. In closed books nothing is recorded, changed, deleted or moved, by anybody.
 */
export function decideMoney(
  state: DecisionState,
  command: MoneyCommand,
  actor: Actor,
): AcceptedDecision | RefusedDecision {
  const decision = decideMovement(state, command, actor)
  if ('refused' in decision) return decision
  const last = closedUpTo(state.folded.closings)
  if (last !== null && decision.events.some((event) => isInClosedBooks(state.folded.closings, event)))
    return { ...refuse('books_closed'), closedUpTo: last }
  return staysWithinMaxTotal(state, decision) ? decision : refuse('total_too_large')
}

function decideMovement(state: DecisionState, command: MoneyCommand, actor: Actor): AcceptedDecision | RefusedDecision {
  switch (command.type) {
    case 'RecordExpense': {
      const account = state.account(actor.id)
      if (!account) return refuse('unauthorized')
      const beneficiary = beneficiaryFor(state, command.beneficiary)
      const { details, bills = [] } = command
      return acceptEntry(command.transaction, {
        kind: 'debit',
        account: partyOf(account),
        beneficiary,
        ...storedDetails(details),
        bills,
      })
    }
    case 'SendMoney': {
      const account = state.account(command.to)
      if (account?.role !== 'site_incharge') return refuse('not_found')
      if (account.status !== 'active') return refuse('counterparty_unavailable')
      return acceptEntry(command.transaction, {
        kind: 'credit',
        account: partyOf(account),
        ...storedDetails(command.details),
        bills: command.bills ?? [],
      })
    }
    case 'TransferMoney': {
      const sender = state.account(actor.id)
      const receiver = state.account(command.to)
      if (!sender) return refuse('unauthorized')
      // §6 lets site incharges transfer only; for every sender the own account is not found as a receiver.
      if (receiver?.role !== 'supervisor' || receiver.id === sender.id) return refuse('not_found')
      if (receiver.status !== 'active') return refuse('counterparty_unavailable')
      if (command.details.paise > balanceOfAccount(sender)) return refuse('insufficient_balance')
      const [account, counterparty] = [partyOf(sender), partyOf(receiver)]
      return acceptEntry(command.transaction, {
        kind: 'transfer',
        account,
        counterparty,
        ...storedDetails(command.details),
      })
    }
    case 'EditTransaction':
      return decideTransactionEdit(state, command, actor)
    case 'DeleteTransaction':
      return decideDeletion(state, command, actor)
  }
}

const storedDetails = ({ paise, date, ...fields }: EntryDetails) => ({ paise, date, ...toStoredFields(fields) })

function acceptEntry(transaction: string, entry: Entry): AcceptedDecision {
  const [postings, { date }] = [postingsOf(entry), entry]
  switch (entry.kind) {
    case 'credit':
      return accept({ type: 'CreditRecorded', date, data: { entry, postings, transaction } })
    case 'debit':
      return accept({ type: 'DebitRecorded', date, data: { entry, postings, transaction } })
    case 'transfer':
      return accept({ type: 'TransferRecorded', date, data: { entry, postings, transaction } })
  }
}

function decideTransactionEdit(
  state: DecisionState,
  command: EditTransactionCommand,
  actor: Actor,
): AcceptedDecision | RefusedDecision {
  const found = findChangeable(state, command, actor)
  if ('refused' in found) return found
  const after = applyChanges(state, found.entry, command.changes)
  if (JSON.stringify(after) === JSON.stringify(found.entry)) return accept()
  const added = after.paise - found.entry.paise
  if (found.entry.kind === 'transfer' && added > 0) {
    const sender = state.account(found.entry.account.id)
    if (!sender || added > balanceOfAccount(sender)) return refuse('insufficient_balance')
  }
  const postings = correctionPostings(found.entry, after)
  const { reason = null } = command
  const data = { transaction: found.id, revision: found.revision + 1, before: found.entry, after, postings, reason }
  return accept({ type: 'TransactionEdited', date: after.date, data })
}

function decideDeletion(
  state: DecisionState,
  command: DeleteTransactionCommand,
  actor: Actor,
): AcceptedDecision | RefusedDecision {
  const found = findChangeable(state, command, actor)
  if ('refused' in found) return found
  const [{ id, entry, revision }, { reason = null }] = [found, command]
  const data = { transaction: id, revision: revision + 1, before: entry, postings: reversalOf(entry), reason }
  return accept({ type: 'TransactionDeleted', date: entry.date, data })
}

/**
 * Returns the transaction that may be changed, or the refusal: another user's transaction answers like a missing one
 * (api.md).
 */
function findChangeable(
  state: DecisionState,
  command: EditTransactionCommand | DeleteTransactionCommand,
  actor: Actor,
): TransactionState | RefusedDecision {
  const found = state.transaction(command.row.transaction)
  const owner = found && ownerOfSide(found.entry, command.row.side)
  if (!found || !owner) return refuse('not_found')
  if (command.desk === 'field' && owner !== actor.id) return refuse('not_found')
  const refusal = refusalOfChange(command, found)
  return refusal ? refuse(refusal) : found
}

function refusalOfChange(
  { desk, row, ifRevision }: EditTransactionCommand | DeleteTransactionCommand,
  found: TransactionState,
): ErrorCode | undefined {
  const isCredit = found.entry.kind === 'credit' || row.side === 'incoming'
  const allowed = desk === 'field' ? found.entry.kind === 'debit' : isCredit
  if (!allowed) return 'not_editable'
  if (found.deleted) return 'already_deleted'
  if (ifRevision !== undefined && ifRevision !== found.revision) return 'revision_changed'
  return undefined
}

/** Returns the entry after the changes. A transfer takes no bills: a request that names some was refused before. */
function applyChanges(state: DecisionState, entry: Entry, { beneficiary, bills, ...changes }: EntryChanges): Entry {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (entry.kind === 'transfer') return { ...entry, ...given }
  const withBills = { ...entry, ...given, bills: bills ?? entry.bills }
  if (withBills.kind !== 'debit' || beneficiary === undefined) return withBills
  const isShownName = beneficiaryId(beneficiary) === shownBeneficiaryId(state, withBills.beneficiary.id)
  return isShownName ? withBills : { ...withBills, beneficiary: beneficiaryFor(state, beneficiary) }
}

/**
 * Returns the id of the name under which lists show a spelling. A form that sends this name back has changed nothing,
 * and the entry keeps its spelling, which may be taken out of its group later.
 */
function shownBeneficiaryId(state: DecisionState, spelling: string): string {
  const group = findBeneficiaryGroup(state.folded.beneficiaryGroups, spelling)
  return group === undefined ? spelling : beneficiaryId(group.name)
}

/** Returns the beneficiary of a name as typed; the first spelling stays (api.md). */
function beneficiaryFor(state: DecisionState, typed: string): { id: string; name: string } {
  const id = beneficiaryId(typed)
  return { id, name: state.beneficiaryName(id) ?? typed }
}

/**
 * Returns whether sums stay exact: each sum is one of existing entries, so it is exact as long as the sum of all of
 * them is.
 */
function staysWithinMaxTotal(state: DecisionState, { events }: AcceptedDecision): boolean {
  const added = events.reduce((sum, { data }) => sum + ('postings' in data ? addedToTotal(data.postings) : 0), 0)
  return added <= 0 || state.totalPaise + BigInt(added) <= MAX_TOTAL_PAISE
}
