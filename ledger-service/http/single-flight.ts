interface SharedRun<Done, Result> {
  listeners: Set<(done: Done) => void>
  last?: Done
  result: Promise<Result>
  stop: AbortController
}

/**
 * Runs work once for all callers that arrive while it runs: a later caller receives its progress, and the work is
 * aborted when no caller waits for it any more.
 * @throws the signal's reason where it was aborted; the error of the work
 */
export function singleFlight<Done, Result>(
  work: (report: (done: Done) => void, signal: AbortSignal) => Promise<Result>,
): (onProgress: (done: Done) => void, signal: AbortSignal) => Promise<Result> {
  let running: SharedRun<Done, Result> | undefined

  function begin(): SharedRun<Done, Result> {
    const stop = new AbortController()
    const listeners: SharedRun<Done, Result>['listeners'] = new Set()
    const report = (done: Done) => {
      run.last = done
      for (const listener of listeners) listener(done)
    }
    const run: SharedRun<Done, Result> = { listeners, stop, result: work(report, stop.signal) }
    // Where all callers have left, none receives the result.
    const end = () => {
      if (running === run) running = undefined
    }
    run.result.then(end, end)
    running = run
    return run
  }

  return async (onProgress, signal) => {
    signal.throwIfAborted()
    const run = running ?? begin()
    const listener = (done: Done) => onProgress(done)
    run.listeners.add(listener)
    if (run.last !== undefined) listener(run.last)
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([run.result, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
      run.listeners.delete(listener)
      if (run.listeners.size === 0) {
        if (running === run) running = undefined
        run.stop.abort(new Error('No request waits for it any more'))
      }
    }
  }
}
