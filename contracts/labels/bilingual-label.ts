/**
 * The words that a row shows in place of a stored value, in both languages. The screens show them, and a search finds
 * them, however the entry was recorded (§2, Transaction list behaviour).
 */
export interface BilingualLabel {
  readonly en: string
  readonly hi: string
}
