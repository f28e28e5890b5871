const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * From here on whoever ends this command comes too late, until it has said what it did: what is being committed has a password that is shown once, and
 * would be there without anybody who knows it.
 */
export function tooLateToEnd(): void {
  for (const signal of ENDING) process.on(signal, () => undefined)
}
