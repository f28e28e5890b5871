/** Resolves when the page is visible, or when `signal` is aborted. */
export function untilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    const stop = onVisibilityChange(signal, () => {
      if (!signal.aborted && document.visibilityState === 'hidden') return
      stop()
      resolve()
    })
  })
}

/** @returns a function that removes the listener */
export function onHidden(signal: AbortSignal, then: () => void): () => void {
  return onVisibilityChange(signal, () => {
    if (signal.aborted || document.visibilityState === 'hidden') then()
  })
}

function onVisibilityChange(signal: AbortSignal, look: () => void): () => void {
  document.addEventListener('visibilitychange', look)
  signal.addEventListener('abort', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    signal.removeEventListener('abort', look)
  }
}
