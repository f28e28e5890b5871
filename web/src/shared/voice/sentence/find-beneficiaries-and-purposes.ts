import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { type ListedPurpose, wordsOfPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { toSearchableName } from '../../beneficiaries/find-names-by-spelling-or-sound.ts'
import { findName, type NameMatch } from './find-name.ts'
import { isAmountLabel, isAmountWord, isConnecting, type SentenceWord, wordTest } from './tokenize-sentence.ts'

/** One of several things with a name, and where it was said. */
export interface NamedPart<Thing> extends NameMatch {
  readonly thing: Thing
}

/** First words of many names. Alone they are a thing or a title rather than a person. */
const isTooGeneral = wordTest(
  'tea chai चाय cement सीमेंट sand रेत बालू steel सरिया diesel डीज़ल petrol पेट्रोल water पानी labour labor मज़दूर मज़दूरी ' +
    'hotel होटल shop दुकान store स्टोर bricks brick ईंट hardware हार्डवेयर electric transport ट्रांसपोर्ट food खाना ' +
    'shree shri sri श्री new न्यू jai जय om ॐ maa माँ the cash नकद bank बैंक upi mr mrs dr',
)

/** Returns the beneficiaries that the sentence names, the best match of each, wholly or by the beginning. */
export function findBeneficiaries(
  words: readonly SentenceWord[],
  beneficiaries: readonly Beneficiary[],
  purposes: readonly ListedPurpose[],
): NamedPart<Beneficiary>[] {
  const isPurpose = new Set(purposes.flatMap(wordsOfPurpose).map((text) => toSearchableName(text).same))
  const counts = (match: NameMatch): boolean => {
    const first = words[match.from]
    if (match.to - match.from > 1 || first === undefined) return true
    if (isConnecting(first) || isAmountLabel(first) || isAmountWord(first)) return false
    return match.isWhole || !(isTooGeneral(first) || isPurpose.has(first.plain))
  }
  return beneficiaries.flatMap((thing) => {
    const matches = [thing.name, ...(thing.also ?? [])].flatMap((name) => findName(words, toSearchableName(name)))
    const best = matches.filter(counts).sort(byQuality)[0]
    return best === undefined ? [] : [{ ...best, thing }]
  })
}

/** Returns the purposes of the list that the sentence names by one of their texts. */
export function findPurposes(
  words: readonly SentenceWord[],
  purposes: readonly ListedPurpose[],
): NamedPart<ListedPurpose>[] {
  return purposes.flatMap((thing) => {
    const matches = wordsOfPurpose(thing).flatMap((text) => findName(words, toSearchableName(text)))
    const best = matches.filter(({ isWhole }) => isWhole).sort(byQuality)[0]
    return best === undefined ? [] : [{ ...best, thing }]
  })
}

const byQuality = (one: NameMatch, other: NameMatch) => quality(other) - quality(one)
/** More words first, and of as many the whole name. */
const quality = ({ words, isWhole }: NameMatch) => words * 2 + (isWhole ? 1 : 0)

/**
 * Returns the best of the parts, those that are as good, and those that were said in another place: one where the
 * sentence is clear, several where it is not.
 */
export function bestParts<Thing>(parts: readonly NamedPart<Thing>[]): readonly NamedPart<Thing>[] {
  const [best] = parts.toSorted(byQuality)
  if (best === undefined) return []
  const isApart = (part: NameMatch) => part.to <= best.from || part.from >= best.to
  return parts.filter((part) => quality(part) === quality(best) || isApart(part))
}

/**
 * Returns the place of a name that stands in no list: before को, or after "to".
 */
export function findUnknownName(words: readonly SentenceWord[]): { from: number; to: number } | undefined {
  const isNamePart = (at: number) => {
    const word = words[at]
    return word !== undefined && !word.isTaken && !isConnecting(word) && !isAmountWord(word)
  }
  const markerAfter = words.findIndex((word, at) => isMarkerAfterName(word) && isNamePart(at - 1))
  if (markerAfter !== -1) {
    let from = markerAfter
    while (isNamePart(from - 1) && markerAfter - from < MAX_NAME_WORDS) from -= 1
    return { from, to: markerAfter }
  }
  const markerBefore = words.findIndex((word, at) => isMarkerBeforeName(word) && isNamePart(at + 1))
  if (markerBefore === -1) return undefined
  let to = markerBefore + 1
  while (isNamePart(to) && to - markerBefore - 1 < MAX_NAME_WORDS) to += 1
  return { from: markerBefore + 1, to }
}

const isMarkerAfterName = wordTest('को ko')
const isMarkerBeforeName = wordTest('to')
const MAX_NAME_WORDS = 4
