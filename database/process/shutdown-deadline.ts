/** Less than the ten seconds after which container runtimes kill a process. */
const SHUTDOWN_DEADLINE_MS = 8000

/**
 * Ends a process that is stopping after 8 s, even if the database does not answer. Its open work is a transaction,
 * which is either committed or not; the next process continues from there.
 * @param onLate reports that the deadline has passed
 */
export function enforceShutdownDeadline(onLate: () => void): void {
  const leave = () => {
    onLate()
    process.exit(0)
  }
  setTimeout(leave, SHUTDOWN_DEADLINE_MS).unref()
}
