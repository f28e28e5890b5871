/** Between two things that stand on one line. Where the line is too long, the dot ends it and does not begin the next. */
export const BETWEEN = '\u00a0· '
