/** The numbers by which the tax department knows a party: PAN and GSTIN. */

/**
 * Five letters, four digits, one letter. The fourth letter is the kind of holder: person (P), company (C), Hindu
 * undivided family (H), firm (F), association (A), trust (T), body of individuals (B), local authority (L), artificial
 * juridical person (J), government (G).
 */
const PAN_FORM = /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/

/** Two digits of the state, the PAN of the holder, its count there, a letter (Z for most), the check character. */
const GSTIN_FORM = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][0-9A-Z]{2}$/

/** The codes of states and union territories; 97 is other territory, and 99 the centre. */
const LAST_STATE_CODE = 38
const OTHER_STATE_CODES = [97, 99]

const BASE_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns whether a text is a PAN in capital letters. The rule of its last letter, a check, is not published. */
export const isPan = (text: string): boolean => PAN_FORM.test(text)

/** Returns whether a text is a GSTIN in capital letters whose state, PAN and check character are right. */
export function isGstin(text: string): boolean {
  if (!GSTIN_FORM.test(text) || !isPan(panOfGstin(text))) return false
  const state = Number(text.slice(0, 2))
  const isState = (state >= 1 && state <= LAST_STATE_CODE) || OTHER_STATE_CODES.includes(state)
  return isState && checkCharacterOf(text.slice(0, -1)) === text.at(-1)
}

/** Returns the PAN that a GSTIN holds. */
export const panOfGstin = (gstin: string): string => gstin.slice(2, 12)

/**
 * Returns the check character of the first 14 characters of a GSTIN. Each is a digit of base 36; every second one
 * counts twice; the two digits of each product are added up, and the check completes the sum to a multiple of 36.
 */
function checkCharacterOf(body: string): string | undefined {
  const sum = [...body].reduce((total, character, place) => {
    const product = BASE_36.indexOf(character) * (place % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / BASE_36.length) + (product % BASE_36.length)
  }, 0)
  return BASE_36[(BASE_36.length - (sum % BASE_36.length)) % BASE_36.length]
}
