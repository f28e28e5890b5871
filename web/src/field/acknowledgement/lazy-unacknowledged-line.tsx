import { useEffect, useState } from 'react'
import type { UnacknowledgedLine } from './unacknowledged-line.tsx'

/** The line above a dashboard, loaded after the first screen. Without a network there is none. */
export function LazyUnacknowledgedLine({ isReady }: { isReady: boolean }) {
  const [Line, setLine] = useState<typeof UnacknowledgedLine>()
  useEffect(() => {
    if (isReady)
      import('./unacknowledged-line.tsx').then((part) => setLine(() => part.UnacknowledgedLine), console.warn)
  }, [isReady])
  return Line ? <Line /> : null
}
