import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import type { ReceivedButton } from './received-button.tsx'
import type { UnacknowledgedLine } from './unacknowledged-line.tsx'

/** Returns a component once its code is there. Without a network there is none, and what it does needs one. */
function useLoaded<P>(load: () => Promise<ComponentType<P>>, isWanted: boolean): ComponentType<P> | undefined {
  const [Part, setPart] = useState<ComponentType<P>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded does not change while it stands there
  useEffect(() => {
    if (isWanted) load().then((loaded) => setPart(() => loaded), console.warn)
  }, [isWanted])
  return Part
}

const loadButton = async () => (await import('./received-button.tsx')).ReceivedButton
const loadLine = async () => (await import('./unacknowledged-line.tsx')).UnacknowledgedLine

/** The button of a row, with its place kept free, so that no row moves. */
export function LaterReceivedButton(props: ComponentProps<typeof ReceivedButton>) {
  const Button = useLoaded(loadButton, true)
  return Button ? <Button {...props} /> : <span className="mt-auto mb-2 min-h-11" />
}

/** The line above a dashboard, asked for after the first screen. */
export function LaterUnacknowledgedLine({ isReady }: { isReady: boolean }) {
  const Line: ComponentType<ComponentProps<typeof UnacknowledgedLine>> | undefined = useLoaded(loadLine, isReady)
  return Line ? <Line /> : null
}
