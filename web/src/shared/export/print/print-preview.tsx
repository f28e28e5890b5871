import { Printer, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../design/controls/button.tsx'
import { useCloseOnBack } from '../../design/dialog/use-close-on-back.ts'
import { printedCompanyName } from '../../design/page/company-name.ts'
import { countText } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { aboutText, type ListHeading } from './list-heading.ts'
import type { PaperTable } from './paper-table.ts'
import { words } from './screen-texts.ts'

/** A list whose rows are all read. */
export interface ReadList {
  readonly heading: ListHeading
  readonly table: PaperTable
}

interface Props {
  lists: readonly ReadList[]
  onClose(): void
}

/** A list of more columns lies across the paper. */
const MAX_UPRIGHT_COLUMNS = 6

/**
 * The printed form of one or more lists: all rows of each under a head that each page repeats, with company, list,
 * account, filters and period. The page's number is in its margin (print.css). It stands in place of the screen until
 * it is closed, so that the reader sees what will be printed, and opens the browser's own dialog at once.
 */
export function PrintPreview({ lists, onClose }: Props) {
  const t = useWords(words)
  useCloseOnBack(onClose)
  const controls = useRef<HTMLDivElement>(null)
  useRestoredScroll()
  useEffect(() => {
    controls.current?.querySelector('button')?.focus()
    // Print once the fonts of the form are here: with others a page has other lines.
    void document.fonts.ready.then(() => window.print())
  }, [])
  const isWide = lists.some(({ table }) => table.columns.length > MAX_UPRIGHT_COLUMNS)
  const rowCount = lists.flatMap(({ table }) => table.rows).filter(({ isEdge }) => !isEdge).length
  return createPortal(
    <main
      className="paper"
      data-wide={isWide}
      aria-label={lists.map(({ heading }) => heading.title).join(', ')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div ref={controls} className="paper-controls">
        <p className="figures mr-auto font-strong">{t.rows(countText(rowCount))}</p>
        <Button onClick={() => window.print()}>
          <Printer className="size-5" aria-hidden="true" />
          {t.print}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          <X className="size-5" aria-hidden="true" />
          {t.close}
        </Button>
      </div>
      {lists.map((list, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an open form gets no other lists
        <div key={place} className="paper-sheet">
          <PaperRows {...list} />
        </div>
      ))}
    </main>,
    document.body,
  )
}

function PaperRows({ heading, table: { columns, rows, summary } }: ReadList) {
  const t = useWords(words)
  return (
    <table>
      <thead>
        <tr>
          <th colSpan={columns.length} className="paper-head">
            <span className="paper-head-line">
              <b>{printedCompanyName()}</b>
              <b>{heading.title}</b>
            </span>
            <span className="paper-head-line">
              <span>{aboutText(heading)}</span>
              <span className="figures">{heading.period}</span>
            </span>
          </th>
        </tr>
        <tr>
          {columns.map(({ header, kind }) => (
            <th key={header} scope="col" data-kind={kind}>
              {kind === 'money' ? t.rupees(header) : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells, isEdge }, row) => (
          // The rows of a printed list never change.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <tr key={row} data-edge={isEdge}>
            {columns.map(({ header, kind }, column) => (
              <td key={header} data-kind={kind}>
                {cells[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {summary.length === 0 ? null : (
        // A row of the table, because the head is repeated above it where it begins a page.
        <tbody className="paper-summary">
          <tr>
            <td colSpan={columns.length}>
              <dl>
                {summary.map(([label, amount]) => (
                  <div key={label}>
                    <dt>{t.rupees(label)}</dt>
                    <dd className="figures">{amount}</dd>
                  </div>
                ))}
              </dl>
            </td>
          </tr>
        </tbody>
      )}
    </table>
  )
}

/** Scrolls the page back to where it was, because it has no height while the form is in its place. */
function useRestoredScroll(): void {
  useLayoutEffect(() => {
    const before = window.scrollY
    window.scrollTo(0, 0)
    return () => {
      requestAnimationFrame(() => window.scrollTo(0, before))
    }
  }, [])
}
