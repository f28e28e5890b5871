import { ENTRY_FIELD_NAMES, ENTRY_TEXT_FIELDS } from '@ledger/contracts/entry-text-fields.ts'
import {
  type AccountProfile,
  billsOf,
  type Entry,
  type SiteAssignment,
} from '@ledger/contracts/events/event-schemas.ts'
import type { OfficeLimits, TaxLimits } from '@ledger/contracts/events/setting-schemas.ts'
import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import type { EditLogField } from '@ledger/contracts/labels/edit-log-labels.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { fullNameOf } from '../../domain/account-and-transaction-states.ts'
import { shortBillHash } from './format-values.ts'

export type ChangedField = EditLogRow['fields'][number]
type FieldValues = Partial<Record<EditLogField, string>>

/** Returns every field of a created or deleted entry; of a change those that differ. */
export function changedFieldsBetween(before: FieldValues | undefined, after: FieldValues | undefined): ChangedField[] {
  const names = Object.keys({ ...before, ...after }) as EditLogField[]
  const fields = names.map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
  return before && after ? fields.filter((field) => field.before !== field.after) : fields
}

export function entryFieldValues(entry: Entry): FieldValues {
  const party =
    entry.kind === 'debit'
      ? { 'paid to': entry.beneficiary.name }
      : entry.kind === 'transfer'
        ? { to: entry.counterparty.name }
        : {}
  const values: FieldValues = { amount: formatAmount(entry.paise), date: entry.date, ...party }
  for (const name of ENTRY_FIELD_NAMES) {
    const value = entry[name]
    if (value !== null) values[ENTRY_TEXT_FIELDS[name].editLogName] = value
  }
  const bills = billsOf(entry).map(({ id }) => shortBillHash(id))
  return bills.length === 0 ? values : { ...values, bills: bills.join(', ') }
}

export function profileFieldValues(profile: AccountProfile): FieldValues {
  return { name: fullNameOf(profile), site: profile.site ?? '', mobile: profile.mobile ?? '' }
}

/** A site without a name has that of its incharge. */
export function assignmentFieldValues({ site, from }: SiteAssignment): FieldValues {
  return { ...(site === null ? {} : { site: site.site ?? site.name }), 'site from': from }
}

const limitField = (field: EditLogField, paise: number | null): FieldValues =>
  paise === null ? {} : { [field]: formatAmount(paise) }

export function limitFieldValues({ lowCashPaise, billAbovePaise, largePaise, lateDays }: OfficeLimits): FieldValues {
  return {
    ...limitField('short of cash', lowCashPaise),
    ...limitField('bill above', billAbovePaise),
    ...limitField('large', largePaise),
    ...(lateDays === null ? {} : { late: String(lateDays) }),
  }
}

export function taxLimitFieldValues({ singlePaise, yearPaise, cashDayPaise }: TaxLimits): FieldValues {
  return {
    ...limitField('at once above', singlePaise),
    ...limitField('in a year above', yearPaise),
    ...limitField('cash in a day above', cashDayPaise),
  }
}
