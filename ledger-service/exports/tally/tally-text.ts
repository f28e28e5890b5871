import { TALLY_NAME_LIMIT } from '@ledger/contracts/tally/tally-groups-and-line-kinds.ts'

/**
 * Texts as Tally and XML 1.0 take them. The rules use only properties that no version of Unicode changes: the bytes
 * of a file that is made again must stay the same.
 */

/** Controls, halves of surrogate pairs, and noncharacters, which XML 1.0 or Tally refuses. */
const NOT_ALLOWED = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/gu
const SPACES = / {2,}/g

/** Returns a text as one line of allowed characters, without spaces around it. */
export function tallyText(text: string): string {
  return text.replaceAll(NOT_ALLOWED, ' ').replaceAll(SPACES, ' ').trim()
}

/** Returns a name that Tally takes: at most 100 UTF-16 code units, never half of a character. */
export function tallyName(text: string): string {
  const name = tallyText(text)
  if (name.length <= TALLY_NAME_LIMIT) return name
  const end = isHighSurrogate(name.charCodeAt(TALLY_NAME_LIMIT - 1)) ? TALLY_NAME_LIMIT - 1 : TALLY_NAME_LIMIT
  return name.slice(0, end).trim()
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff

/** Returns the form in which two names are one in Tally, which ignores their case. */
export const foldTallyName = (name: string) => name.toLowerCase()

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Returns a text for the content of an element or for an attribute in quotes. */
export const xmlText = (text: string) =>
  tallyText(text).replaceAll(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? '')
