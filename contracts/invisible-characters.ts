/**
 * Which characters nobody can see, and which no file or terminal can carry: for what comes in (text-schemas.ts), for the keys of names
 * and for every file that goes out (escape-unprintable.ts). By Unicode's own properties, so that new characters need no new code.
 */

/** Format characters that are seen all the same: the number and year signs of Arabic and its neighbours, which enclose digits. */
const VISIBLE_FORMAT_CHARACTERS = String.raw`\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}`

/** What takes no room, or only turns, joins and selects: zero widths, directions, fillers, selectors, tags, noncharacters. */
const INVISIBLE_CHARACTER = String.raw`(?![${VISIBLE_FORMAT_CHARACTERS}])[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]`

/** The braille blank is a symbol by name and a gap to the eye. */
const BRAILLE_BLANK = String.raw`\u2800`

const SCRIPTS_WITH_JOINERS = [
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Meetei_Mayek', 'Arabic'],
]
const SCRIPT_CLASS_WITH_JOINERS = SCRIPTS_WITH_JOINERS.map((script) => String.raw`\p{Script=${script}}`).join('')

/**
 * Invisible characters that belong to what is seen: joiners after a letter or sign of a script that spells with them (क्‍ष, র‍্য),
 * the selector and joiner of emoji (❤️, 👨‍👩‍👧, 1️⃣).
 */
const INVISIBLE_BUT_NEEDED = [
  String.raw`(?<=(?=[\p{L}\p{M}])[${SCRIPT_CLASS_WITH_JOINERS}])[\u200c\u200d]`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})`,
].join('|')

/** Characters that may stand in no text, wherever they are, and those that may not stand where they are. */
export const UNPRINTABLE_CHARACTER = new RegExp(
  String.raw`(?!${INVISIBLE_BUT_NEEDED})(?:${INVISIBLE_CHARACTER}|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}${BRAILLE_BLANK}])`,
  'u',
)

const ALL_INVISIBLE = new RegExp(String.raw`${INVISIBLE_CHARACTER}|(?!\s)\p{Cc}`, 'gu')
const WHITE_SPACE_RUNS = new RegExp(String.raw`[\s${BRAILLE_BLANK}]+`, 'gu')

/** The text as the eye takes it: without what cannot be seen, and each gap one space. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(ALL_INVISIBLE, '').replaceAll(WHITE_SPACE_RUNS, ' ').trim()
}

/** Something that leaves ink: a letter, a digit, a sign; marks alone have nothing to stand on. */
export const VISIBLE_CHARACTER = /[\p{L}\p{N}\p{P}\p{S}]/u

/**
 * More combining marks in a row than any script writes: the limit of Unicode's Stream-Safe Text Format (UAX #15). Normalising puts
 * each mark in its order among those of its row, so that the work grows with the square of a row's length.
 */
export const TOO_MANY_MARKS = /(?<!\p{M})\p{M}{31}/u
