import type { BilingualLabel } from './bilingual-label.ts'
import { GENERATED_PURPOSE_LABELS } from './generated-purposes.ts'
import { HEAD_OFFICE_LABEL, PAYMENT_MODE_LABELS, TRANSFER_LABEL } from './transaction-labels.ts'

/** The values that are shown in other words than they are stored in, and whose words match a search. */
export interface LabelMatches {
  readonly headOffice: boolean
  readonly transfers: boolean
  readonly modes: readonly string[]
  readonly purposes: readonly string[]
}

/**
 * Returns the labels that contain the words, in either language. Case and the nukta, which many people omit, are
 * ignored.
 * @param words at least one character that is not white space
 */
export function findLabelMatches(words: string): LabelMatches {
  const wanted = foldForLabelSearch(words.trim())
  const has = ({ en, hi }: BilingualLabel) => [en, hi].some((text) => foldForLabelSearch(text).includes(wanted))
  const keysOf = (shown: Iterable<[string, BilingualLabel]>) =>
    [...shown].filter(([key, each]) => has(each) || foldForLabelSearch(key).includes(wanted)).map(([key]) => key)
  return {
    headOffice: has(HEAD_OFFICE_LABEL),
    transfers: has(TRANSFER_LABEL),
    modes: keysOf(Object.entries(PAYMENT_MODE_LABELS)),
    purposes: keysOf(GENERATED_PURPOSE_LABELS),
  }
}

const foldForLabelSearch = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('़', '')
