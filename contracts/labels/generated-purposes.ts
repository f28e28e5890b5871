import type { BilingualLabel } from './bilingual-label.ts'

/**
 * The purposes that the ledger writes itself, as stored. No user typed them, so each reader sees them in their own
 * language.
 */
export const MONEY_SENT_PURPOSE = 'Money from Head Office'
export const TRANSFER_PURPOSE = 'Transfer to Supervisor'
/** In the statement of a site: the cash of a supervisor who comes to the site or leaves it. No entry has them. */
export const CASH_BROUGHT_PURPOSE = 'Came to the site with this money'
export const CASH_TAKEN_PURPOSE = 'Left the site with this money'

export const GENERATED_PURPOSE_LABELS: ReadonlyMap<string, BilingualLabel> = new Map([
  [MONEY_SENT_PURPOSE, { en: MONEY_SENT_PURPOSE, hi: 'हेड ऑफिस से मिले पैसे' }],
  [TRANSFER_PURPOSE, { en: TRANSFER_PURPOSE, hi: 'सुपरवाइज़र को ट्रांसफ़र' }],
  [CASH_BROUGHT_PURPOSE, { en: CASH_BROUGHT_PURPOSE, hi: 'ये पैसे लेकर साइट पर आए' }],
  [CASH_TAKEN_PURPOSE, { en: CASH_TAKEN_PURPOSE, hi: 'ये पैसे लेकर साइट से गए' }],
])

export const isGeneratedPurpose = (purpose: string) => GENERATED_PURPOSE_LABELS.has(purpose)

/** Returns a purpose as the reader sees it. A purpose that a user typed is returned unchanged. */
export function purposeLabel(purpose: string, language: keyof BilingualLabel): string {
  return GENERATED_PURPOSE_LABELS.get(purpose)?.[language] ?? purpose
}
