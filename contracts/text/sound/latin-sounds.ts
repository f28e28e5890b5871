/**
 * Spells a Latin word by its sounds, for word-sound.ts: as Hindi is written in Latin letters, with the spellings of the
 * English words that Hindi took over. The result has a small letter for each consonant, and between brackets the vowels
 * that a spelling can stand for: a capital for each, a small letter where it is so in English words.
 */

/** English spellings, and the places whose English name is another word, as they are spoken in Hindi. */
const ENGLISH_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^delhi$/, 'dilli'],
  [/^lucknow$/, 'lakhnau'],
  [/^xe/, 'je'],
  [/^wr/, 'r'],
  [/^kn(?=[aeio])/, 'n'],
  [/brother/, 'bradar'],
  [/diesel|deisel|desel/, 'dijal'],
  [/design/, 'dijain'],
  [/machin/, 'mashin'],
  [/mechanic/, 'mekanik'],
  [/techn/, 'tekn'],
  [/chem/, 'kem'],
  [/school/, 'skool'],
  [/ight/, 'ait'],
  [/[st]?sion|tion/, 'shan'],
  [/t?ture(?=s?$)/, 'char'],
  [/ther(?=s?$)/, 'dar'],
  [/tch/, 'ch'],
  [/dge?(?=[ei]|$)/, 'j'],
  [/qu(?=[aeio])/, 'kv'],
]

const ANY_ENGLISH_SPELLING = new RegExp(ENGLISH_SPELLINGS.map(([spelling]) => spelling.source).join('|'))

/** Consonants: an aspirate as the plain letter, z as j, sh as s, x and ksh as ks. */
const CONSONANT_SPELLING = /(?:g(?:n|h?)|dn)y(?=[aeiou])|jny?|ph|c?chh?|[cq]k?|x|z|sh|[kgjtdb]h/g

function consonantSound(spelling: string, at: number, word: string): string {
  if (/^(?:g.?y|jny?|dny)$/.test(spelling)) return 'gy'
  if (spelling === 'ph') return 'f'
  if (spelling === 'c') return /[eiy]/.test(word.charAt(at + 1)) ? 's' : 'k'
  if (spelling === 'x') return 'ks'
  if (spelling === 'z') return 'j'
  return spelling.charAt(0) === 'q' || spelling === 'ck' ? 'k' : spelling.charAt(0)
}

/** Spellings that are read in two ways: singh and sinh, garh and sarhad, general and gera. */
const READINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ngh/, ['ng', 'nh']],
  [/rh/, ['r', 'rh']],
  [/(?<=.)g(?=[ei])|^g(?=en)/, ['g', 'j']],
]

/**
 * The sounds of a group of vowels: A a, I i, U u, E e, O o, Y ai, W au, X i and another vowel after it, Z the same
 * after u. The second entry has the sounds that the spelling also has in words of three consonants or more, most of
 * them English ones: few other words have the same consonants.
 */
const VOWEL_SPELLINGS: Readonly<Record<string, readonly [sounds: string, inLongWords: string]>> = {
  a: ['A', 'EY'],
  aa: ['A', ''],
  e: ['E', 'AI'],
  ee: ['I', 'EX'],
  i: ['I', 'Y'],
  ii: ['I', ''],
  o: ['O', 'UW'],
  oo: ['U', 'O'],
  u: ['U', 'AO'],
  uu: ['U', ''],
  ai: ['YE', ''],
  ay: ['YE', ''],
  aai: ['Y', ''],
  aay: ['Y', ''],
  ae: ['EY', ''],
  ei: ['EYI', ''],
  ey: ['EIY', ''],
  ea: ['IEX', 'A'],
  ie: ['IX', 'E'],
  ia: ['X', ''],
  io: ['X', ''],
  iu: ['X', ''],
  iaa: ['X', ''],
  au: ['WO', ''],
  ao: ['W', ''],
  aao: ['W', ''],
  aau: ['W', ''],
  ou: ['WUO', 'A'],
  ow: ['WO', ''],
  oa: ['OA', ''],
  oi: ['OY', ''],
  oy: ['OY', ''],
  ew: ['U', ''],
  ua: ['Z', ''],
  uaa: ['Z', ''],
}

/** Returns the spellings by sound of a word of small Latin letters, as `devanagariSounds` does. */
export function latinSounds(word: string): string[] {
  const spoken = ANY_ENGLISH_SPELLING.test(word)
    ? ENGLISH_SPELLINGS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word)
    : word
  const readings = READINGS.reduce(
    (all, [spelling, sounds]) =>
      all.flatMap((text) => (spelling.test(text) ? sounds.map((sound) => text.replace(spelling, sound)) : [text])),
    [spoken],
  )
  return readings.map(spellBySound)
}

const VOWEL_GROUP = /[eo]w(?![aeiou])|[aeiou]+(?:y(?![aeiou]))?|(?<![aeiou])y(?![aeiou])/g

function spellBySound(word: string): string {
  const plain = word
    .replaceAll(CONSONANT_SPELLING, consonantSound)
    // A glide beside i or e is not heard: saria, rupae.
    .replaceAll(/(?<=i)y(?=[aeiou])|(?<=[aeiou])y(?=[ei])|(?<=[^aeiouy])y(?=u)|(?<=u)[vw](?=a)/g, '')
    // The w of ow and ew belongs to the vowel.
    .replaceAll(/(?<![eo])w|w(?=[aeiou])/g, 'v')
  const single = plain.replaceAll(/([^aeiou])\1/g, '$1').replaceAll(/(?<=.)y(?![aeiou])/g, '')
  const isLong = single.replaceAll(/[aeiou]/g, '').length > 2
  return plain.replaceAll(VOWEL_GROUP, (group, at: number) => {
    const [before, after] = [plain.slice(0, at), plain.slice(at + group.length)]
    return `[${vowelSounds(group, { before, after, isLong })}]`
  })
}

function vowelSounds(
  group: string,
  { before, after, isLong }: { before: string; after: string; isLong: boolean },
): string {
  if (group === 'e' && after === '' && before !== '') return 'NE'
  // Srivastava, श्रीवास्तव: the last vowel of a long word is the inherent one.
  if (group === 'a' && after === '' && before.replaceAll(/[aeiou]/g, '').length > 4) return 'AN'
  const [sounds, inLongWords] = VOWEL_SPELLINGS[group === 'y' ? 'i' : group] ?? [unionOfLetters(group), '']
  if (after === '' && before !== '') return sounds
  return sounds + ((isLong ? inLongWords : '') + englishSounds(group, after, isLong)).toLowerCase()
}

/** The vowels of short English words: gate, pipe, bag, bus; and that of the last syllable of meter, doctor, company. */
function englishSounds(group: string, after: string, isLong: boolean): string {
  if (/^[eo]$/.test(group) && /^rs?$/.test(after)) return 'A'
  if (group === 'o' && /^[mn][^aeiouhy]/.test(after)) return 'A'
  if (isLong) return ''
  if (/^[^aeiouy]e$/.test(after)) return { a: 'E', i: 'Y' }[group] ?? ''
  if (/^[^aeiouy]+$/.test(after)) return { a: 'Y', u: 'A' }[group] ?? ''
  return ''
}

const unionOfLetters = (group: string) =>
  [...group].map((letter) => VOWEL_SPELLINGS[letter === 'y' ? 'i' : letter === 'w' ? 'u' : letter]?.[0] ?? '').join('')
