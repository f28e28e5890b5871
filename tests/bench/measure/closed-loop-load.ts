/** The figures of a closed loop: operations a second, and the median and 99th percentile in milliseconds. */
export interface LoadMeasurement {
  perSecond: number
  p50: number
  p99: number
}

/**
 * Keeps `inFlight` operations running for `seconds`; each loop begins its next operation when the last one is answered.
 * Operations that end in the first `warmUpSeconds` are not counted.
 */
export async function closedLoop(
  { inFlight, seconds, warmUpSeconds }: { inFlight: number; seconds: number; warmUpSeconds: number },
  operation: (loop: number) => Promise<void>,
): Promise<LoadMeasurement> {
  const latencies = new Latencies()
  const from = performance.now() + warmUpSeconds * 1000
  const until = from + seconds * 1000
  async function loop(index: number): Promise<void> {
    for (let startedAt = performance.now(); startedAt < until; ) {
      await operation(index)
      const endedAt = performance.now()
      if (endedAt >= from && endedAt < until) latencies.add(endedAt - startedAt)
      startedAt = endedAt
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, index) => loop(index)))
  return latencies.over(seconds)
}

/** Every latency of a run, in milliseconds. */
export class Latencies {
  readonly #all: number[] = []

  add(milliseconds: number): void {
    this.#all.push(milliseconds)
  }

  over(seconds: number): LoadMeasurement {
    const sorted = Float64Array.from(this.#all).sort()
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
    return { perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99) }
  }
}

/** Returns the median run; for an even number the better of the two. */
export function median<Run>(runs: Run[], figure: (run: Run) => number): Run {
  const sorted = [...runs].sort((a, b) => figure(a) - figure(b))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new RangeError('There was no run')
  return middle
}
