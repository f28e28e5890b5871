/** Less than the ten seconds after which containers' runtimes kill. */
const SHUTDOWN_DEADLINE_MS = 8000

/**
 * For a process that was told to stop: a database that does not answer is not waited for. What was under way is a transaction, which
 * is there or is not; whoever comes next goes on from there.
 * @param onLate says so
 */
export function enforceShutdownDeadline(onLate: () => void): void {
  const leave = () => {
    onLate()
    process.exit(0)
  }
  setTimeout(leave, SHUTDOWN_DEADLINE_MS).unref()
}
