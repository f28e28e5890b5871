import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { isAway, onNetwork } from '../api/network.ts'

/** Says before anybody types that this cannot be done now. Nothing is disabled: a try is how one finds out that the network is back. */
export function NeedsNetwork({ children }: { children: string }) {
  const away = useSyncExternalStore(onNetwork, isAway)
  return (
    <div role="status">
      {away ? (
        <p className="flex items-start gap-2 rounded-brick border border-accent-line bg-wash p-3">
          <WifiOff className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {children}
        </p>
      ) : null}
    </div>
  )
}
