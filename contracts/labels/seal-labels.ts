import type { Day } from '../dates.ts'
import type { Language } from '../languages.ts'

/** How far the period of a book is closed; `differs`: the seal has other figures. */
export type SealOfBook =
  | { readonly state: 'open' | 'closed' | 'sealing' | 'differs' }
  | { readonly state: 'sealed'; readonly upTo: Day; readonly root: string }

/** The beginning of a root, enough to tell one seal from another. */
const ROOT_DIGITS = 16

const SEAL_LABELS: Readonly<Record<Language, Record<Exclude<SealOfBook['state'], 'sealed'>, string>>> = {
  en: {
    open: 'Books not closed yet',
    closed:
      'Books closed; this period has no seal of its own: a seal is of the whole period of one closing, and of one account',
    sealing: 'Books closed; the seal is being made',
    differs: 'WARNING: these figures are not those of the seal. Have the books verified',
  },
  hi: {
    open: 'हिसाब अभी बंद नहीं है',
    closed: 'हिसाब बंद है; इस समय की अलग मुहर नहीं है: मुहर एक बार में बंद किए गए पूरे समय की और एक खाते की होती है',
    sealing: 'हिसाब बंद है; मुहर लग रही है',
    differs: 'सावधान: ये आँकड़े मुहर वाले आँकड़े नहीं हैं। बही की जाँच करवाएँ',
  },
}

/** Returns how far the period of a book is closed, in words: the same on the screen and in files. */
export function sealInWords(seal: SealOfBook, language: Language, dayInWords: (day: Day) => string): string {
  if (seal.state !== 'sealed') return SEAL_LABELS[language][seal.state]
  const [day, root] = [dayInWords(seal.upTo), seal.root.slice(0, ROOT_DIGITS)]
  return language === 'hi'
    ? `${day} तक का हिसाब बंद है: ये आँकड़े मुहर ${root} में हैं`
    : `Books closed and sealed up to ${day}: these figures are in the seal ${root}`
}
