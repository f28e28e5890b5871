import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { ApiError, isUnauthorized } from '../../api/api-error.ts'
import { errorMessage } from '../../api/error-messages.ts'
import { printedCompanyName } from '../../design/page/company-name.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { MAX_PRINTED_ROWS } from '../../design/use-is-printing.ts'
import { countText } from '../../language/format-money-and-dates.ts'
import { currentLanguage, currentWords } from '../../language/in-both-languages.ts'
import type { Language } from '../../language/language-setting.ts'
import type { OnRowsRead } from '../file/buffered-lines.ts'
import type { ExportJob } from '../file/export-worker-messages.ts'
import { aboutText, type ListHeading } from './list-heading.ts'
import { toPaperTable } from './paper-table.ts'
import { PrintPreview, type ReadList } from './print-preview.tsx'
import { usePrintShortcut } from './print-shortcut.ts'
import type { PrintableList } from './printable-list.ts'
import { words } from './screen-texts.ts'

export interface PrintPreviewControl {
  /** The number of rows read so far; undefined while nothing is read. */
  readonly rowsRead: number | undefined
  /** The head of the list on a printed screen, and the form once it is open. */
  readonly paper: ReactNode
  open(): void
  /** Closes the form, or ends the reading. */
  close(): void
}

class TooManyRows extends Error {}
class Stopped extends Error {}

/**
 * Reads a list for its printed form, which its button and the browser's keys for printing open. Lists of more than
 * MAX_PRINTED_ROWS rows are not read to their end: a toast says where they are whole.
 */
export function usePrintPreview(list: PrintableList): PrintPreviewControl {
  const [rowsRead, setRowsRead] = useState<number>()
  const [read, setRead] = useState<readonly ReadList[]>()
  const current = useRef<AbortController>(undefined)
  const head = useRef<HTMLParagraphElement>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function load(lists: readonly PrintableList[]): Promise<void> {
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    setRowsRead(0)
    try {
      const all = await readLists(lists, currentLanguage(), (rows) => {
        if (signal.aborted) throw new Stopped()
        if (rows > MAX_PRINTED_ROWS) throw new TooManyRows()
        setRowsRead(rows)
      })
      if (signal.aborted) return
      if (all.length === 0) sayNothing()
      else setRead(all)
    } catch (error) {
      if (!signal.aborted) fail(error)
    } finally {
      if (current.current === controller) {
        current.current = undefined
        setRowsRead(undefined)
      }
    }
  }

  function fail(error: unknown): void {
    const t = currentWords(words)
    if (error instanceof TooManyRows) {
      const text = [t.tooLong(countText(MAX_PRINTED_ROWS)), list.wholeElsewhere ?? t.asFile].join(' ')
      showToast({ tone: 'problem', title: t.tooLongTitle, text })
      return
    }
    if (isUnauthorized(error) && list.onUnauthorized !== undefined) {
      list.onUnauthorized()
      return
    }
    if (!(error instanceof ApiError)) console.warn(error)
    const reason = error instanceof ApiError ? errorMessage(error) : undefined
    showToast({ tone: 'problem', title: t.error, text: t.failed, reason })
  }

  function open(lists: readonly PrintableList[]): void {
    if (current.current !== undefined || read !== undefined) return
    const known = lists.reduce((rows, { total = 0 }) => rows + total, 0)
    if (known > MAX_PRINTED_ROWS) fail(new TooManyRows())
    else void load(lists)
  }
  usePrintShortcut({ list, head, open })

  function close(): void {
    current.current?.abort()
    setRead(undefined)
  }

  return {
    rowsRead,
    paper: (
      <>
        <PrintedScreenHead ref={head} heading={list.heading} />
        {read === undefined ? null : <PrintPreview lists={read} onClose={close} />}
      </>
    ),
    open: () => open([list]),
    close,
  }
}

/**
 * Reads lists one after another; those without a row are left out.
 * @param onRead called with the number of rows of all lists so far
 */
async function readLists(
  lists: readonly PrintableList[],
  language: Language,
  onRead: OnRowsRead,
): Promise<readonly ReadList[]> {
  const all: ReadList[] = []
  let before = 0
  for (const { heading, read } of lists) {
    let rows = 0
    const content = await read(language, (count) => {
      rows = count
      onRead(before + rows)
    })
    before += rows
    if (content !== undefined) all.push({ heading, table: await toPaperTable(content, language) })
  }
  return all
}

function sayNothing(): void {
  const t = currentWords(words)
  showToast({ tone: 'problem', title: t.noData, text: t.noDataText })
}

/** The head of the list where the screen itself is printed, whose filters are not on paper. */
export function PrintedScreenHead({ heading, ref }: { heading: ListHeading; ref?: Ref<HTMLParagraphElement> }) {
  const about = [printedCompanyName(), heading.title, aboutText(heading), heading.period]
  return (
    <p ref={ref} className="screen-head">
      {about.filter((text) => text !== undefined && text !== '').join(' · ')}
    </p>
  )
}

/** Returns the reader for paper of all rows that a file of the list has. Its code is loaded with the first print. */
export const rowsOfJob =
  (job: ExportJob): PrintableList['read'] =>
  async (language, onRead) => {
    const { readSheetContent } = await import('../file/read-sheet-content.ts')
    return readSheetContent(job, language, onRead)
  }
