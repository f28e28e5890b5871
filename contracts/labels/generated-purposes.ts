import type { DisplayLabel } from './display-label.ts'

/**
 * The purposes that the ledger writes itself, as stored. No user typed them, so each reader sees them in their own
 * language.
 */
export const MONEY_SENT_PURPOSE = 'Money from Head Office'
export const TRANSFER_PURPOSE = 'Transfer to Supervisor'

export const GENERATED_PURPOSE_LABELS: ReadonlyMap<string, DisplayLabel> = new Map([
  [MONEY_SENT_PURPOSE, { en: MONEY_SENT_PURPOSE, hi: 'हेड ऑफिस से मिले पैसे' }],
  [TRANSFER_PURPOSE, { en: TRANSFER_PURPOSE, hi: 'सुपरवाइज़र को ट्रांसफ़र' }],
])

export const isGeneratedPurpose = (purpose: string) => GENERATED_PURPOSE_LABELS.has(purpose)

/** Returns a purpose as the reader sees it. A purpose that a user typed is returned unchanged. */
export function purposeLabel(purpose: string, language: keyof DisplayLabel): string {
  return GENERATED_PURPOSE_LABELS.get(purpose)?.[language] ?? purpose
}
