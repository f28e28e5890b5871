import type { TaxList } from '@ledger/contracts/http/tax/tax-limit-and-tax-list-schemas.ts'
import { paiseOf, sumOfAmounts } from '@ledger/contracts/money.ts'
import { linesAtHand } from '../../shared/export/file/buffered-lines.ts'
import type { SheetContent } from '../../shared/export/file/read-sheet-content.ts'
import { dayColumn, moneyColumn, type SheetLine, textColumn } from '../../shared/export/file/sheet-model.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'

/** Returns the tax list for paper as its files have it: a line for each party, below it one for each day of cash. */
export function printedTaxList(list: TaxList, language: Language): SheetContent {
  const t = words[language]
  const lines = list.flatMap((party) => partyLines(party, language))
  return {
    sheet: {
      name: 'Tax list',
      columns: [
        textColumn(t.party, 34),
        textColumn(t.pan, 14),
        textColumn(t.above, 30),
        dayColumn(t.cashDay, 14),
        ...[t.cashOfDay, t.largest, t.sinceApril, t.total].map((header) => moneyColumn(header, 18)),
      ],
    },
    lines: linesAtHand(lines),
    ending: {
      bottom: [t.sum, null, null, null, null, null, null, paiseOf(sumOfAmounts(list.map(({ total }) => total)))],
    },
  }
}

function partyLines(
  { beneficiary, pan, over, cashDays, largest, sinceApril, total }: TaxList[number],
  language: Language,
) {
  const t = words[language]
  const above = over.map((kind) => t[kind]).join(', ')
  return [
    [beneficiary.name, pan ?? t.noPan, above, null, null, ...[largest, sinceApril, total].map(paiseOf)],
    ...cashDays.map(
      ({ date, amount }): SheetLine => [
        beneficiary.name,
        pan ?? t.noPan,
        t.cash,
        date,
        paiseOf(amount),
        null,
        null,
        null,
      ],
    ),
  ] satisfies SheetLine[]
}
