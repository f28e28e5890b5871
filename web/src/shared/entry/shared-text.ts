import type { Transaction } from '@ledger/contracts/shapes.ts'
import { isWrittenPurpose } from '@ledger/contracts/shown-words.ts'
import { companyName } from '../design/company-name.ts'
import { dateText, rupees } from '../language/figures.ts'
import type { Language } from '../language/language.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { entryWords } from './entry-words.ts'
import { otherParty } from './other-party.ts'

/** The account in whose book an entry is. */
export interface Holder {
  readonly name: string
  readonly siteName: string | null
}

/**
 * Returns an entry as a few lines for a reader who does not see the app: the amount, the other side, the reason, the
 * time, the mode, and the account.
 */
export function sharedText(row: Transaction, holder: Holder, language: Language): string {
  const t = entryWords[language]
  const say = row.type === 'credit' ? t.received : row.isTransfer ? t.transferred : t.paid
  return [
    say(otherParty(row, t.headOffice), rupees(row.amount)),
    isWrittenPurpose(row.purpose) ? '' : row.purpose,
    row.narration,
    `${dateText(row.date, language)} · ${paymentModeWords[language][row.paymentMode]}`,
    holderText(holder),
    companyName ?? '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

export function holderText({ name, siteName }: Holder): string {
  return siteName ? `${name}, ${siteName}` : name
}
