import type { OfficeLimits } from '@ledger/contracts/events/setting-schemas.ts'
import type { DecisionState } from '../account-and-transaction-states.ts'
import { partyOf } from '../account-and-transaction-states.ts'
import type { WorklistCommand } from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'

/**
 * Decides what the office sets and says for its worklists. None of it changes a figure or a revision. A value that is
 * set again appends nothing. A review is recorded each time that it is said: a second person may have looked.
 * One of an older revision than the current one is refused, where the command names the revision.
 */
export function decideWorklist(state: DecisionState, command: WorklistCommand): AcceptedDecision | RefusedDecision {
  switch (command.type) {
    case 'SetOfficeLimits': {
      const [before, after] = [state.folded.limits.office, command.limits]
      return areSameOfficeLimits(before, after)
        ? accept()
        : accept({ type: 'OfficeSettingsChanged', data: { before, after } })
    }
    case 'SetAlertLevel': {
      const account = state.account(command.account)
      if (account?.role !== 'site_incharge' || account.status === 'closed') return refuse('not_found')
      const [before, after] = [state.folded.limits.alertLevels.get(account.id) ?? null, command.paise]
      if (before === after) return accept()
      return accept({ type: 'AlertLevelSet', data: { account: partyOf(account), before, after } })
    }
    case 'ReviewEntry': {
      const { as, reason, row, ifRevision } = command
      const found = state.transaction(row.transaction)
      if (!found || (row.side === 'incoming' && found.entry.kind !== 'transfer')) return refuse('not_found')
      if (found.deleted) return refuse('already_deleted')
      const { id: transaction, revision, entry: reviewed } = found
      if (ifRevision !== undefined && ifRevision !== revision) return refuse('revision_changed')
      return accept({ type: 'EntryReviewed', data: { transaction, revision, as, reason, reviewed } })
    }
  }
}

function areSameOfficeLimits(one: OfficeLimits, other: OfficeLimits): boolean {
  return (
    one.lowCashPaise === other.lowCashPaise &&
    one.billAbovePaise === other.billAbovePaise &&
    one.largePaise === other.largePaise &&
    one.lateDays === other.lateDays
  )
}
