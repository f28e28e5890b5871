import { useSyncExternalStore } from 'react'

/** The width from which a screen is laid out for a desk: the same as Tailwind's `lg`. */
const DESK_MEDIA_QUERY = '(min-width: 64rem)'

let wasDesk = false

/** Paper is narrower than a desk: a screen that is printed keeps its own layout. */
function isDesk(): boolean {
  if (!matchMedia('print').matches) wasDesk = matchMedia(DESK_MEDIA_QUERY).matches
  return wasDesk
}

/** Tells whether the window is as wide as at a desk, and renders again when that changes. */
export const useIsDesk = (): boolean => useSyncExternalStore(onWidthChange, isDesk)

function onWidthChange(changed: () => void): () => void {
  const query = matchMedia(DESK_MEDIA_QUERY)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
