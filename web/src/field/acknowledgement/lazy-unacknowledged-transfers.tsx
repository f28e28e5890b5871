import { useEffect, useState } from 'react'
import type { UnacknowledgedTransfers } from './unacknowledged-transfers.tsx'

/** The line above a dashboard, loaded after the first screen. Without a network there is none. */
export function LazyUnacknowledgedTransfers({ isReady }: { isReady: boolean }) {
  const [Line, setLine] = useState<typeof UnacknowledgedTransfers>()
  useEffect(() => {
    if (isReady)
      import('./unacknowledged-transfers.tsx').then((part) => setLine(() => part.UnacknowledgedTransfers), console.warn)
  }, [isReady])
  return Line ? <Line /> : null
}
