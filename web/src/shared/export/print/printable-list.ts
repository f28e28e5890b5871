import type { Language } from '../../language/language-setting.ts'
import type { OnRowsRead } from '../file/buffered-lines.ts'
import type { SheetContent } from '../file/read-sheet-content.ts'
import type { ListHeading } from './list-heading.ts'

/** A list of the screen that has a printed form. */
export interface PrintableList {
  readonly heading: ListHeading
  /** Reads all rows of the list; undefined where there is none. */
  readonly read: (language: Language, onRead: OnRowsRead) => Promise<SheetContent | undefined>
  /** The number of rows, where it is known. */
  readonly total?: number | undefined
  /** Where a list that is too long for paper is whole, as a sentence; left out where the list has a file. */
  readonly wholeElsewhere?: string | undefined
  /** Called where the session is over; without it the toast says so. */
  readonly onUnauthorized?: (() => void) | undefined
}
