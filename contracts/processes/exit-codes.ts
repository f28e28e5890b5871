/**
 * The exit codes of our processes, for the program that decides whether to start them again (numbers of sysexits.h).
 */
export const EXIT_CODES = {
  /**
   * EX_DATAERR: the process was stopped because the history is not the one that was signed. A restart does not repair
   * it.
   */
  historyChanged: 65,
  /** EX_SOFTWARE: a fault of the program. */
  fault: 70,
  /** EX_TEMPFAIL: something outside the process is missing and may return: disk space, the port. */
  tryLater: 75,
  /** EX_CONFIG: a setting is wrong. A restart would not help. */
  wrongConfiguration: 78,
} as const
