import type { Entry } from './event-schemas.ts'

/**
 * Returns whether the receiver of a transfer would acknowledge the same after an edit: its amount, date and payment
 * mode. The receiver never changes. An edit of another field leaves the acknowledgement.
 */
export const editKeepsAcknowledgement = (before: Entry, after: Entry): boolean =>
  before.paise === after.paise && before.date === after.date && before.paymentMode === after.paymentMode
