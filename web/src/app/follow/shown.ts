/** Resolves when the page is visible, or when `signal` is aborted. */
export function untilShown(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = onVisibility(signal, () => {
      if (!signal.aborted && document.visibilityState === 'hidden') return
      stop()
      resolve()
    })
  })
}

/** @returns a function that removes the listener */
export function onHidden(signal: AbortSignal, then: () => void): () => void {
  return onVisibility(signal, () => {
    if (signal.aborted || document.visibilityState === 'hidden') then()
  })
}

function onVisibility(signal: AbortSignal, look: () => void): () => void {
  document.addEventListener('visibilitychange', look)
  signal.addEventListener('abort', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    signal.removeEventListener('abort', look)
  }
}
