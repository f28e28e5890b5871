/**
 * Separates two parts of a line. Where the line is too long, the dot stays at its end and does not begin the next one.
 */
export const DOT_SEPARATOR = '\u00a0· '
