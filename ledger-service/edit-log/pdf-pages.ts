import type { EditLogAction, EditLogPeriod } from '@ledger/contracts/audit.ts'
import { ACTION_WORDS } from '@ledger/contracts/edit-log-words.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { formatAmount, type Paise } from '@ledger/contracts/money.ts'
import { linesOf, type Pdf, type Style } from '../pdf-text/lines.ts'
import { dayText, inKolkata, rupees } from './values.ts'
import { PAGE_WORDS } from './words.ts'

/** In points, like all lengths here. */
export const MARGIN = 40
/** The height of the foot, with the paper's own margin. */
export const BOTTOM = 76
/** The greatest height of a page's head, except for names that are longer than a line. */
const HEAD_HEIGHT = 56

const TITLE: Style = { weight: 700, size: 13 }
const BODY: Style = { weight: 500, size: 8 }
const SUM: Style = { weight: 700, size: 7.5 }
const SEAL: Style = { weight: 500, size: 6 }

interface Named {
  name: string
  site: string | null
}

/** The texts on every page. */
export interface PdfHead extends EditLogPeriod {
  company: string
  madeAt: string
  /** The newest signed checkpoint, or null before the first. */
  checkpoint: string | null
  /** The filters of the request; undefined where there is no such filter. */
  actions: readonly EditLogAction[] | undefined
  actor: Named | undefined
  account: Named | undefined
}

/** The changes of a page, or of all pages up to it: their number, and the paise of their entries. */
export interface Totals extends Record<EditLogAction, Paise> {
  lines: number
}

export const nothing = (): Totals => ({ lines: 0, created: 0, changed: 0, deleted: 0 })

/**
 * Opens the pages of a PDF, each with its title at the top, and its sums, its number and the newest checkpoint at the
 * bottom.
 */
export function openPages(pdf: Pdf, language: Language, head: PdfHead) {
  const t = PAGE_WORDS[language]
  let number = 0
  return {
    begin() {
      pdf.addPage()
      number++
      pdf.y = MARGIN
      write([head.company, `: ${t.title}`], TITLE)
      write([`${periodText(head, language)} | ${t.made(inKolkata(head.madeAt, language))}`], BODY)
      write(filterParts(head, language), BODY)
      pdf.y += 4
    },
    end(page: Totals, all: Totals, { isLast = false } = {}) {
      pdf.y = pdf.page.height - BOTTOM + 6
      rule(pdf, 0.5)
      pdf.y += 2
      write([`${(isLast ? t.lastPage : t.page)(String(number))}   ${t.thisPage}: ${totalsText(page, language)}`], SUM)
      write([`${t.upToHere}: ${totalsText(all, language)}`], SUM)
      const [origin = '', size = '', root = ''] = head.checkpoint?.split('\n') ?? []
      write([head.checkpoint ? t.checkpoint(origin, size, root) : t.unsigned], SEAL)
    },
    sayNone() {
      pdf.y += 8
      write([t.none], { weight: 500, size: 10 })
    },
    /** The height for rows of an empty page, at least. */
    get room() {
      return pdf.page.height - BOTTOM - MARGIN - HEAD_HEIGHT
    },
  }

  function write(parts: readonly string[], style: Style): void {
    for (const line of linesOf(pdf, parts, pdf.page.width - 2 * MARGIN, style)) {
      const top = pdf.y
      line.draw(MARGIN, top)
      pdf.y = top + line.height
    }
  }
}

/** Draws a line across the page at the current height. */
export function rule(pdf: Pdf, width: number): void {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(pdf.page.width - MARGIN, pdf.y)
    .lineWidth(width)
    .stroke()
}

function periodText({ year, from, to }: EditLogPeriod, language: Language): string {
  const t = PAGE_WORDS[language]
  if (year !== undefined) return t.financialYear(year, String(Number(year) + 1).slice(2))
  return t.period(from ? dayText(from, language) : t.beginning, to ? dayText(to, language) : t.now)
}

/**
 * Returns the filters as parts of a sentence. A name is a part of its own, so that one that runs from right to left
 * does not change the direction of the others.
 */
function filterParts({ actions, actor, account }: PdfHead, language: Language): string[] {
  const t = PAGE_WORDS[language]
  const what = actions
    ? t.only(actions.map((action) => ACTION_WORDS[language][action]).join(` ${t.and} `))
    : t.everything
  const named = (label: string, who: Named | undefined) =>
    who ? ['; ', `${label}: `, who.name, ...(who.site ? [', ', who.site] : [])] : []
  return [what, ...named(t.by, actor), ...named(t.account, account)]
}

function totalsText({ lines, created, changed, deleted }: Totals, language: Language): string {
  const t = PAGE_WORDS[language]
  const sum = (paise: Paise) => rupees(formatAmount(paise))
  return `${t.changes(String(lines))}, ${t.amounts(sum(created), sum(changed), sum(deleted))}`
}
