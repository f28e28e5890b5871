import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { isServerUnreachable, onReachabilityChange } from '../../api/server-reachability.ts'

/**
 * Warns before the user types that this needs the network. Nothing is disabled, because a try shows whether the network
 * has returned.
 */
export function NeedsNetworkNotice({ children }: { children: string }) {
  const away = useSyncExternalStore(onReachabilityChange, isServerUnreachable)
  return (
    // An empty one takes no row, and no gap, of the form.
    <div role="status" className="empty:absolute">
      {away ? (
        <p className="flex items-start gap-2 rounded-brick border border-accent-line bg-wash p-3">
          <WifiOff className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {children}
        </p>
      ) : null}
    </div>
  )
}
