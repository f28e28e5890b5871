import { useEffect, useRef, useState } from 'react'
import { ApiError, isUnauthorized } from '../../api/api-error.ts'
import { errorMessage } from '../../api/error-messages.ts'
import { showToast } from '../../design/toast/toast-store.ts'
import { MAX_PRINTED_ROWS } from '../../design/use-is-printing.ts'
import { countText } from '../../language/format-money-and-dates.ts'
import { currentLanguage, currentWords } from '../../language/in-both-languages.ts'
import type { Language } from '../../language/language-setting.ts'
import type { OnRowsRead } from '../file/buffered-lines.ts'
import type { SheetContent } from '../file/sheet-content.ts'
import { type PaperTable, toPaperTable } from './paper-table.ts'
import { words } from './screen-texts.ts'

/** Reads all rows of a list; undefined where there is none. */
export type ReadContent = (language: Language, onRead: OnRowsRead) => Promise<SheetContent | undefined>

export interface PrintFormControl {
  /** The number of rows read so far; undefined while nothing is read. */
  readonly rowsRead: number | undefined
  /** The list to print; undefined until all of it is read. */
  readonly table: PaperTable | undefined
  open(): void
  /** Closes the form, or ends the reading. */
  close(): void
}

class TooManyRows extends Error {}
class Stopped extends Error {}

/**
 * Reads a list for its printed form. A list of more than MAX_PRINTED_ROWS rows is not read to its end: a toast offers
 * the file instead.
 * @param total the number of rows, where it is known
 * @param onUnauthorized called where the session is over; without it the toast says so
 */
export function usePrintForm(read: ReadContent, total?: number, onUnauthorized?: () => void): PrintFormControl {
  const [rowsRead, setRowsRead] = useState<number>()
  const [table, setTable] = useState<PaperTable>()
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])

  async function load(): Promise<void> {
    const controller = new AbortController()
    current.current = controller
    const { signal } = controller
    const language = currentLanguage()
    setRowsRead(0)
    try {
      const content = await read(language, (rows) => {
        if (signal.aborted) throw new Stopped()
        if (rows > MAX_PRINTED_ROWS) throw new TooManyRows()
        setRowsRead(rows)
      })
      const made = content && (await toPaperTable(content, language))
      if (signal.aborted) return
      if (made === undefined) sayNothing()
      else setTable(made)
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
      showToast({ tone: 'problem', title: t.tooLongTitle, text: t.tooLong(countText(MAX_PRINTED_ROWS)) })
      return
    }
    if (isUnauthorized(error) && onUnauthorized !== undefined) {
      onUnauthorized()
      return
    }
    if (!(error instanceof ApiError)) console.warn(error)
    const reason = error instanceof ApiError ? errorMessage(error) : undefined
    showToast({ tone: 'problem', title: t.error, text: t.failed, reason })
  }

  return {
    rowsRead,
    table,
    open() {
      if (current.current !== undefined || table !== undefined) return
      if (total !== undefined && total > MAX_PRINTED_ROWS) fail(new TooManyRows())
      else void load()
    },
    close() {
      current.current?.abort()
      setTable(undefined)
    },
  }
}

function sayNothing(): void {
  const t = currentWords(words)
  showToast({ tone: 'problem', title: t.noData, text: t.noDataText })
}
