/**
 * The characters that are invisible, or that no file or terminal can carry. Used for input (text-schemas.ts), for the
 * keys of names, and for every exported file (escape-unprintable.ts). They are defined by Unicode properties, so that
 * new characters need no new code.
 */

/**
 * Format characters that are visible all the same: the number and year signs of Arabic and related scripts, which
 * enclose digits.
 */
const VISIBLE_FORMAT_CHARACTERS = String.raw`\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}`

/**
 * Characters that have no width, or that only set a direction, join or select: zero widths, directions, fillers,
 * selectors, tags, noncharacters.
 */
const INVISIBLE_CHARACTER = String.raw`(?![${VISIBLE_FORMAT_CHARACTERS}])[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]`

/** Unicode classifies the braille blank as a symbol, but it looks like a space. */
const BRAILLE_BLANK = String.raw`\u2800`

const SCRIPTS_WITH_JOINERS = [
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Meetei_Mayek', 'Arabic'],
]
const SCRIPT_CLASS_WITH_JOINERS = SCRIPTS_WITH_JOINERS.map((script) => String.raw`\p{Script=${script}}`).join('')

/**
 * Invisible characters that are part of visible text: joiners after a letter or mark of a script that spells with them
 * (क्‍ष, র‍্য), and the selector and joiner of emoji (❤️, 👨‍👩‍👧, 1️⃣).
 */
const INVISIBLE_BUT_NEEDED = [
  String.raw`(?<=(?=[\p{L}\p{M}])[${SCRIPT_CLASS_WITH_JOINERS}])[\u200c\u200d]`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})`,
].join('|')

/** Characters that no text may contain, and those that may not occur at their place. */
export const UNPRINTABLE_CHARACTER = new RegExp(
  String.raw`(?!${INVISIBLE_BUT_NEEDED})(?:${INVISIBLE_CHARACTER}|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}${BRAILLE_BLANK}])`,
  'u',
)

const ALL_INVISIBLE = new RegExp(String.raw`${INVISIBLE_CHARACTER}|(?!\s)\p{Cc}`, 'gu')
const WHITE_SPACE_RUNS = new RegExp(String.raw`[\s${BRAILLE_BLANK}]+`, 'gu')

/** Returns the text without invisible characters, and with each run of white space as one space. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(ALL_INVISIBLE, '').replaceAll(WHITE_SPACE_RUNS, ' ').trim()
}

/**
 * A character that is visible on its own: a letter, a digit, a punctuation mark or a symbol. A combining mark alone is
 * not.
 */
export const VISIBLE_CHARACTER = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * More combining marks in a row than any script writes: the limit of Unicode's Stream-Safe Text Format (UAX #15).
 * Normalising sorts the marks of a row, so its cost grows with the square of the row's length.
 */
export const TOO_MANY_MARKS = /(?<!\p{M})\p{M}{31}/u
