/** With what a process of ours ends, said to whoever starts it again, or does not (numbers of sysexits.h). */
export const EXIT_CODES = {
  /** EX_DATAERR: told to stop while the history is not the one that was signed. Starting it again mends nothing. */
  historyChanged: 65,
  /** EX_SOFTWARE: a fault of the program. */
  fault: 70,
  /** EX_TEMPFAIL: something outside of it is missing that may come back: room on the disk, the port. */
  tryLater: 75,
  /** EX_CONFIG: a setting is wrong. Starting it again would not help. */
  wrongConfiguration: 78,
} as const
