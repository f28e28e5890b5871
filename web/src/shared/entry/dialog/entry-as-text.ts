import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { isGeneratedPurpose } from '@ledger/contracts/labels/generated-purposes.ts'
import { currentCompanyName } from '../../design/page/company-name.ts'
import { dateText, rupees } from '../../language/format-money-and-dates.ts'
import type { Language } from '../../language/language-setting.ts'
import { paymentModeLabels } from '../../language/payment-mode-labels.ts'
import { otherParty } from '../list/other-party.ts'
import { entryWords } from './entry-words.ts'

/** The account in whose book an entry is. */
export interface AccountHolder {
  readonly name: string
  readonly siteName: string | null
}

/**
 * Returns an entry as a few lines for a reader who does not see the app: the amount, the other side, the reason, the
 * time, the mode, and the account.
 */
export function entryAsText(row: Transaction, holder: AccountHolder, language: Language): string {
  const t = entryWords[language]
  const say = row.type === 'credit' ? t.received : row.isTransfer ? t.transferred : t.paid
  return [
    say(otherParty(row, t.headOffice), rupees(row.amount)),
    isGeneratedPurpose(row.purpose) ? '' : row.purpose,
    row.narration,
    `${dateText(row.date, language)} · ${paymentModeLabels[language][row.paymentMode]}`,
    holderText(holder),
    currentCompanyName ?? '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

export function holderText({ name, siteName }: AccountHolder): string {
  return siteName ? `${name}, ${siteName}` : name
}
