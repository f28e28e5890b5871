import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'

/** The drawings of entries, each one line of an SVG of 24 by 24. */
export const GLYPH_PATHS = {
  transfer: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  received: 'M17 7 7 17M7 8v9h9',
  cement: 'M7 3h10l2 4-1 3 2 11H4l2-11-1-3zM6 10h12M9 15h6',
  brick: 'M3 6h18v12H3zM3 12h18M9 6v6M15 12v6',
  steel: 'M5 4h14v4h-5v8h5v4H5v-4h5V8H5z',
  sand: 'M2 19h20L15 7l-4 6-2-3zM9 10l3 5',
  tea: 'M17 8h1a4 4 0 1 1 0 8h-1M3 8h14v9a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4zM7 2v2M11 2v2',
  transport:
    'M4 17H2V6h12v11h-4M14 9h4l4 4v4h-1M15 17h-1M7 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5M18 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5',
  labour: 'M2 18h20v2H2zM4 18v-3a8 8 0 0 1 16 0v3M10 13V7h4v6',
  tools:
    'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.8-3.8a6 6 0 0 1-8 8l-6.9 6.9a2.1 2.1 0 0 1-3-3l6.9-6.9a6 6 0 0 1 8-8z',
  other: 'M5 3h14v18l-3.5-2-3.5 2-3.5-2L5 21zM9 8h6M9 12h6',
} as const
type Glyph = keyof typeof GLYPH_PATHS

/** Words of purposes, as they are typed in either script. The first one that matches decides. */
const WORDS: readonly (readonly [Glyph, RegExp])[] = [
  ['cement', /cement|concrete|rmc|सीमेंट|सिमेंट|कंक्रीट/i],
  ['brick', /brick|block|tile|ईंट|ईट|टाइल/i],
  ['steel', /steel|iron|sariya|saria|rod|bar\b|wire|सरिया|सरिए|लोहा|स्टील|तार/i],
  ['sand', /sand|gravel|aggregate|gitti|murum|soil|ret\b|रेत|बालू|गिट्टी|मुरम|मिट्टी/i],
  ['tea', /tea\b|chai|food|snack|lunch|meal|water|चाय|खाना|नाश्ता|भोजन|पानी/i],
  [
    'transport',
    /diesel|petrol|fuel|transport|truck|freight|crane|jcb|dumper|travel|auto\b|डीज़ल|डीजल|पेट्रोल|भाड़ा|ट्रक|गाड़ी|क्रेन|परिवहन/i,
  ],
  ['labour', /labou?r|wage|mason|crew|helper|salary|advance|मज़दूर|मजदूर|मिस्त्री|वेतन|लेबर/i],
  ['tools', /tool|hardware|repair|machine|pump|electric|plumb|paint|shutter|औज़ार|औजार|मरम्मत|मशीन|बिजली|हार्डवेयर/i],
]

/** Returns the drawing of an entry: by its side where money came or was passed on, else by its purpose. */
export function glyphOf({ type, isTransfer, purpose }: Pick<Transaction, 'type' | 'isTransfer' | 'purpose'>): Glyph {
  if (isTransfer) return 'transfer'
  if (type === 'credit') return 'received'
  return WORDS.find(([, words]) => words.test(purpose))?.[0] ?? 'other'
}
