import type { OfficeSettings } from '@ledger/contracts/http/worklists/worklist-limit-schemas.ts'

/** The limits as their fields show them: an empty text switches a list off. */
export type WorklistLimitsFields = Readonly<Record<keyof OfficeSettings, string>>

/** Returns the texts of the fields; an amount of whole rupees without its paise. */
export function toWorklistLimitsFields({ lowCash, billAbove, large, lateDays }: OfficeSettings): WorklistLimitsFields {
  return {
    lowCash: amountText(lowCash),
    billAbove: amountText(billAbove),
    large: amountText(large),
    lateDays: lateDays === null ? '' : String(lateDays),
  }
}

/** Returns the amount as a field shows it; an empty text where there is none. */
export const amountText = (amount: string | null | undefined): string => (amount ?? '').replace(/\.00$/, '')

/** Returns the request body for the typed limits. Days that are no whole number are refused by the contract. */
export function settingsBodyOf({ lowCash, billAbove, large, lateDays }: WorklistLimitsFields) {
  return {
    lowCash: lowCash === '' ? null : lowCash,
    billAbove: billAbove === '' ? null : billAbove,
    large: large === '' ? null : large,
    lateDays: lateDays.trim() === '' ? null : Number(lateDays),
  }
}

/** Returns the typed texts, with those that are untouched since they were `shown` as they are `now`. */
export function mergeTypedLimits(
  typed: WorklistLimitsFields,
  shown: WorklistLimitsFields,
  now: WorklistLimitsFields,
): WorklistLimitsFields {
  const names = Object.keys(now) as (keyof WorklistLimitsFields)[]
  const texts = names.map((name) => [name, typed[name] === shown[name] ? now[name] : typed[name]])
  return Object.fromEntries(texts) as WorklistLimitsFields
}
