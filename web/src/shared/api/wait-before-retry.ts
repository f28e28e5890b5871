/**
 * Waits before a connection is tried again. The wait ends early when the network returns, when the page gets the focus
 * or becomes visible, or when `signal` is aborted.
 */
export function pauseBeforeRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const untilEnded = { signal: ended.signal }
    const done = () => {
      clearTimeout(timer)
      ended.abort()
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, untilEnded)
    addEventListener('online', done, untilEnded)
    addEventListener('focus', done, untilEnded)
    const checkVisibility = () => {
      if (document.visibilityState === 'visible') done()
    }
    document.addEventListener('visibilitychange', checkVisibility, untilEnded)
  })
}
