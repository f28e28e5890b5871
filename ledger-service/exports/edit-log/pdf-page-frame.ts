import type { EditLogPeriod } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import type { EditLogAction } from '@ledger/contracts/labels/edit-log-labels.ts'
import { EDIT_LOG_ACTION_LABELS } from '@ledger/contracts/labels/edit-log-labels.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { formatAmount, type Paise } from '@ledger/contracts/money.ts'
import { formatDay, formatKolkataTime, formatRupees } from '../formats/dates-and-rupees.ts'
import { drawRule, PAGE_MARGIN, writeLines } from '../pdf/draw-rules-and-text-lines.ts'
import { openNumberedPages } from '../pdf/page-numbers.ts'
import type { PdfDocument } from '../pdf/pdfkit-internals.ts'
import type { TextStyle } from '../pdf/text-lines.ts'
import { type ChangedAmount, PAGE_WORDS } from './edit-log-texts.ts'

/** The height of the foot, with the paper's own margin; in points, like all lengths here. */
export const PAGE_FOOT_HEIGHT = 76
/** The greatest height of a page's head, except for names that are longer than a line. */
const MAX_PAGE_HEAD_HEIGHT = 56

const TITLE_STYLE: TextStyle = { weight: 700, size: 13 }
const HEAD_TEXT_STYLE: TextStyle = { weight: 500, size: 8 }
const SUM_STYLE: TextStyle = { weight: 700, size: 7.5 }
const CHECKPOINT_STYLE: TextStyle = { weight: 500, size: 6 }

interface FilterAccount {
  name: string
  site: string | null
}

/** The texts on every page. */
export interface PdfPageHead extends EditLogPeriod {
  company: string
  madeAt: string
  /** The newest signed checkpoint, or null before the first. */
  checkpoint: string | null
  /** The filters of the request; undefined where there is no such filter. */
  actions: readonly EditLogAction[] | undefined
  actor: FilterAccount | undefined
  account: FilterAccount | undefined
}

/** The changes of a page, or of all pages up to it: their number, and paise. */
export interface ChangeTotals extends Record<ChangedAmount, Paise> {
  lines: number
}

export const emptyTotals = (): ChangeTotals => ({ lines: 0, created: 0, raised: 0, lowered: 0, deleted: 0 })

/**
 * Opens the pages of a PDF, each with its title at the top, and its sums, its number and the newest checkpoint at the
 * bottom.
 */
export function createPageFrame(pdf: PdfDocument, language: Language, head: PdfPageHead) {
  const t = PAGE_WORDS[language]
  const pages = openNumberedPages(pdf, SUM_STYLE)
  return {
    begin() {
      pages.begin()
      writeLines(pdf, [head.company, `: ${t.title}`], TITLE_STYLE)
      writeLines(
        pdf,
        [`${editLogPeriodText(head, language)} | ${t.made(formatKolkataTime(head.madeAt, language))}`],
        HEAD_TEXT_STYLE,
      )
      writeLines(pdf, filterParts(head, language), HEAD_TEXT_STYLE)
      pdf.y += 4
    },
    end(page: ChangeTotals, all: ChangeTotals) {
      pdf.y = pdf.page.height - PAGE_FOOT_HEIGHT + 6
      drawRule(pdf, 0.5)
      pdf.y += 2
      pages.drawNumber((number) => t.pageOf(number, ''))
      writeLines(pdf, [`${t.thisPage}: ${totalsText(page, language)}`], SUM_STYLE)
      writeLines(pdf, [`${t.upToHere}: ${totalsText(all, language)}`], SUM_STYLE)
      const [origin = '', size = '', root = ''] = head.checkpoint?.split('\n') ?? []
      writeLines(pdf, [head.checkpoint ? t.checkpoint(origin, size, root) : t.unsigned], CHECKPOINT_STYLE)
    },
    writePageCount: pages.writeCount,
    writeNothingFound() {
      pdf.y += 8
      writeLines(pdf, [t.none], { weight: 500, size: 10 })
    },
    /** The height for rows of an empty page, at least. */
    get room() {
      return pdf.page.height - PAGE_FOOT_HEIGHT - PAGE_MARGIN - MAX_PAGE_HEAD_HEIGHT
    },
  }
}

/** Returns the period of a file in words. */
export function editLogPeriodText({ year, from, to }: EditLogPeriod, language: Language): string {
  const t = PAGE_WORDS[language]
  if (year !== undefined) return t.financialYear(year, String(Number(year) + 1).slice(2))
  return t.period(from ? formatDay(from, language) : t.beginning, to ? formatDay(to, language) : t.now)
}

/**
 * Returns the filters as parts of a sentence. A name is a part of its own, so that one that runs from right to left
 * does not change the direction of the others.
 */
export function filterParts({ actions, actor, account }: PdfPageHead, language: Language): string[] {
  const t = PAGE_WORDS[language]
  const what = actions
    ? t.only(actions.map((action) => EDIT_LOG_ACTION_LABELS[language][action]).join(` ${t.and} `))
    : t.everything
  const named = (label: string, who: FilterAccount | undefined) =>
    who ? ['; ', `${label}: `, who.name, ...(who.site ? [', ', who.site] : [])] : []
  return [what, ...named(t.by, actor), ...named(t.account, account)]
}

function totalsText({ lines, created, raised, lowered, deleted }: ChangeTotals, language: Language): string {
  const t = PAGE_WORDS[language]
  const sum = (paise: Paise) => formatRupees(formatAmount(paise))
  return `${t.changes(String(lines))}, ${t.amounts({ created: sum(created), raised: sum(raised), lowered: sum(lowered), deleted: sum(deleted) })}`
}
