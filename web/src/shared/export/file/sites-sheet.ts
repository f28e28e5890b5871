import { dayOf } from '@ledger/contracts/dates.ts'
import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { CompanySummary } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { peopleSheet, personLine } from './report-sheets.ts'
import { REPORT_WORDS } from './report-words.ts'
import { dayColumn, moneyColumn, type Sheet, type SheetLine } from './sheet-model.ts'

/** A site as the page shows it. */
export interface ShownSite {
  readonly site: SiteUser
  /** The cash of the incharge and the supervisors together. */
  readonly withSupervisors: string
  /** Undefined until the page has them. */
  readonly figures: Pick<CompanySummary['sites'][number], 'spentToday' | 'spentThisWeek' | 'lastEntryOn'> | undefined
}

/** Returns the sheet of the sites: the columns of people, and those that the page has beside them. */
export function sitesSheet(language: Language): Sheet {
  const t = REPORT_WORDS[language]
  const { name, columns } = peopleSheet(language)
  return {
    name,
    columns: [
      ...columns,
      moneyColumn(t.siteWithSupervisors, 22),
      moneyColumn(t.spentToday, 15),
      moneyColumn(t.spentThisWeek, 16),
      dayColumn(t.lastEntryOn, 14),
    ],
  }
}

export function siteLine({ site, withSupervisors, figures }: ShownSite, language: Language): SheetLine {
  const lately =
    figures === undefined
      ? [null, null, null]
      : [
          paiseOf(figures.spentToday),
          paiseOf(figures.spentThisWeek),
          figures.lastEntryOn === null ? null : dayOf(figures.lastEntryOn),
        ]
  return [...personLine(site, language), paiseOf(withSupervisors), ...lately]
}

/** Returns the line below the sites: the sums of the columns of money. */
export function sitesTotalLine(shown: readonly ShownSite[], language: Language): SheetLine {
  const lines = shown.map((one) => siteLine(one, language))
  return sitesSheet(language).columns.map(({ kind }, column) => {
    if (column === 0) return REPORT_WORDS[language].total
    if (kind !== 'money') return null
    return lines.reduce((sum, line) => sum + Number(line[column] ?? 0), 0)
  })
}
