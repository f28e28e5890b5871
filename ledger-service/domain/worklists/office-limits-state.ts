import { DEFAULT_OFFICE_LIMITS } from '@ledger/contracts/default-office-limits.ts'
import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { OfficeLimits } from '@ledger/contracts/events/setting-schemas.ts'
import { evolveTaxLimits, type TaxLimitsFrom } from '../tax/tax-limits-state.ts'

/** The fold of the log for the limits of the worklists and of the lists for tax. */
export interface OfficeLimitsState {
  /** The limits of the company; the default ones where it never set any. */
  readonly office: OfficeLimits
  /** The alert levels of accounts; null where that of all accounts counts again. */
  readonly alertLevels: ReadonlyMap<string, number | null>
  /** The limits for tax that were set, by their first days, the oldest first. */
  readonly taxes: readonly TaxLimitsFrom[]
}

export const NO_LIMITS_SET: OfficeLimitsState = { office: DEFAULT_OFFICE_LIMITS, alertLevels: new Map(), taxes: [] }

/** Returns the limits after an event. Pure. */
export function evolveOfficeLimits(state: OfficeLimitsState, event: NewEvent): OfficeLimitsState {
  if (event.type === 'OfficeSettingsChanged') return { ...state, office: event.data.after }
  if (event.type === 'TaxLimitsSet') return { ...state, taxes: evolveTaxLimits(state.taxes, event) }
  if (event.type !== 'AlertLevelSet') return state
  const { account, after } = event.data
  return { ...state, alertLevels: new Map([...state.alertLevels, [account.id, after]]) }
}
