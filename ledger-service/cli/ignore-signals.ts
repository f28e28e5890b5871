const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Ignores signals from here on, until the command has printed its result: the commit in progress contains a password
 * that is printed once, and would otherwise be stored without being known to anyone.
 */
export function ignoreEndSignals(): void {
  for (const signal of END_SIGNALS) process.on(signal, () => undefined)
}
