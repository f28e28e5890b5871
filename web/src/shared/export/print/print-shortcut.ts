import { type RefObject, useEffect, useRef } from 'react'
import type { PrintableList } from './printable-list.ts'

interface RegisteredForm {
  readonly list: PrintableList
  /** The head of the list on the page, whose place is that of the list. */
  readonly head: RefObject<Element | null>
  /** Opens the printed form of this list, or of several in place of it. */
  open(lists: readonly PrintableList[]): void
}

/** The printed forms of the lists on the screen, each as it was drawn last, in the order in which their rows came. */
const forms = new Set<{ readonly current: RegisteredForm }>()

/**
 * Opens the printed form of a list by the browser's own keys for printing; of all lists, one after another, where the
 * screen has several. Without it the browser prints what was scrolled to so far.
 */
export function usePrintShortcut(form: RegisteredForm): void {
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    forms.add(latest)
    window.addEventListener('keydown', openAllLists)
    return () => {
      forms.delete(latest)
      if (forms.size === 0) window.removeEventListener('keydown', openAllLists)
    }
  }, [])
}

function openAllLists(event: KeyboardEvent): void {
  const isPrint =
    (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'p'
  const lists = [...forms].map(({ current }) => current).sort(byPlaceOnPage)
  const [first] = lists
  // An open form or dialog is printed as it is.
  const isCovered = document.querySelector('.paper, dialog[open]') !== null
  if (!isPrint || first === undefined || isCovered) return
  event.preventDefault()
  first.open(lists.map(({ list }) => list))
}

function byPlaceOnPage(
  { head: { current: one } }: RegisteredForm,
  { head: { current: other } }: RegisteredForm,
): number {
  if (one === null || other === null) return 0
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}
