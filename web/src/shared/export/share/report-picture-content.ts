import { dayOf } from '@ledger/contracts/dates.ts'
import type { SessionUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { AccountLedger } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { isGeneratedPurpose } from '@ledger/contracts/labels/generated-purposes.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import { printedCompanyName } from '../../design/page/company-name.ts'
import { otherParty } from '../../entry/list/other-party.ts'
import { countText, dateOfDayText, rupees, signedRupees } from '../../language/format-money-and-dates.ts'
import type { Language } from '../../language/language-setting.ts'
import { periodText } from '../../language/period-text.ts'
import type { ExportPeriod } from '../dialog/export-queries.ts'
import { words } from './screen-texts.ts'

/** The most lines of each kind: a picture is read on a phone, and has no second page. */
export const PICTURE_ROWS = 12
const PICTURE_PURPOSES = 6

/** One line of the picture: a text at the left, an amount at the right. */
export interface PictureLine {
  readonly text: string
  /** Smaller, below the text. */
  readonly more?: string
  readonly amount: string
  readonly tone?: 'credit' | 'debit' | 'total'
}

export interface ReportPictureContent {
  readonly company: string
  readonly title: string
  readonly about: string
  readonly period: string
  readonly blocks: readonly PictureBlock[]
}

interface PictureBlock {
  readonly heading: string | undefined
  readonly lines: readonly PictureLine[]
}

interface Given {
  readonly user: SessionUser
  readonly period: ExportPeriod
  readonly ledger: AccountLedger
  /** The spending without transfers, the largest first; a name is empty where it is the rest. */
  readonly byPurpose: readonly { readonly name: string; readonly amount: string }[]
  /** Money that the account gave by transfer. */
  readonly transferred: string
  readonly language: Language
}

/** Returns what stands on the picture of a report: the figures, the sums by purpose, and the newest entries. */
export function reportPictureContent({
  user,
  period,
  ledger,
  byPurpose,
  transferred,
  language,
}: Given): ReportPictureContent {
  const t = words[language]
  const rows = ledger.rows.slice(0, PICTURE_ROWS)
  const named = byPurpose.filter(({ name }) => name !== '')
  const shown = named.slice(0, PICTURE_PURPOSES)
  const sumOf = (parts: readonly { amount: string }[]) => parts.reduce((sum, { amount }) => sum + paiseOf(amount), 0)
  const left = sumOf(byPurpose) - sumOf(shown)
  const lineOf = (text: string, paise: number): PictureLine[] =>
    paise === 0 ? [] : [{ text, amount: rupees(formatAmount(paise)) }]
  const blocks: PictureBlock[] = [
    {
      heading: undefined,
      lines: [
        { text: t.opening, amount: rupees(ledger.openingBalance) },
        { text: t.received, amount: signedRupees(ledger.received, 'credit'), tone: 'credit' },
        { text: t.spent, amount: signedRupees(ledger.spent, 'debit'), tone: 'debit' },
        { text: t.closing, amount: rupees(ledger.closingBalance), tone: 'total' },
      ],
    },
    {
      heading: t.byPurpose,
      lines: [
        ...shown.map(({ name, amount }) => ({ text: name, amount: rupees(amount) })),
        ...lineOf(t.others, left),
        ...lineOf(t.transfer, paiseOf(transferred)),
      ],
    },
    {
      heading: t.newest(countText(rows.length)),
      lines: rows.map((row) => ({
        text: otherParty(row, t.headOffice),
        more: [
          dateOfDayText(dayOf(row.date), language),
          row.isTransfer ? t.transfer : isGeneratedPurpose(row.purpose) ? row.narration : row.purpose,
        ].join(' · '),
        amount: signedRupees(row.amount, row.type),
        tone: row.type,
      })),
    },
  ]
  return {
    company: printedCompanyName(),
    title: t.statement,
    about: [user.name, user.siteName].filter(Boolean).join(', '),
    period: periodText(period ?? { from: '', to: '' }, language),
    blocks: blocks.filter(({ lines }) => lines.length > 0),
  }
}
