import { type RefObject, useEffect } from 'react'

/** Moves the focus into the page's search by the key `/`, from wherever nothing else is typed or asked. */
export function useSearchShortcut(field: RefObject<HTMLInputElement | null>, isOn = true): void {
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
      if (key !== '/' || defaultPrevented || ctrlKey || metaKey || altKey) return
      if (document.querySelector('dialog[open], .paper') !== null) return
      if (target instanceof Element && target.closest('input, select, textarea, [role=menu], [role=dialog]') !== null)
        return
      event.preventDefault()
      field.current?.focus()
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [field, isOn])
}
