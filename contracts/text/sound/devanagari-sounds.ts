/**
 * Spells a Devanagari word by its sounds, for word-sound.ts. The result has a small letter for each consonant and a
 * capital in brackets for each vowel; `Q` is the inherent vowel, which is spoken or not (schwa deletion), and `-` a
 * virama. Meanwhile `J` is the vowel of ऋ, `N` an anusvara, and `R` ड़ or ढ़.
 */

/** A sound, and the letters that have it: aspirates, retroflex letters and long vowels sound as the plain ones. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  ['k कख', 'g गघ', 'n ङञणन', 'c चछ', 'j जझ', 't टठतथ', 'd डढदध', 'p प', 'f फ', 'b बभ', 'm म', 'y य', 'r रऱ', 'l लळ']
    .concat(['v व', 's शषस', 'h ह'])
    .flatMap((line) => [...line.slice(2)].map((letter) => [letter, line.charAt(0)])),
)

/** Vowels, as letters and as signs. ऍ and ऑ are those of English words. */
const VOWELS: Readonly<Record<string, string>> = Object.fromEntries(
  ['A आा', 'I इईिी', 'U उऊुू', 'E एेऎ', 'Y ऐैऍॅ', 'O ओोऑॉ', 'W औौ'].flatMap((line) =>
    [...line.slice(2)].map((letter) => [letter, line.charAt(0)]),
  ),
)

const NUKTA = '\u093c'
const VIRAMA = '\u094d'

/** Each way in which a Devanagari letter or ending is written in Latin letters: the first, and the others. */
const READINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  // ड़ and ढ़ are written as d or as r: bhada, bhara.
  [/R/g, ['d', 'r']],
  // The nasal at the end is often not written: maa, maan.
  [/(?<=[A-Z])N$/, ['n', '']],
  // गाँव: gaanv, gaon, gav.
  [/ANvQ$/, ['Anv', 'Wn', 'Av']],
  // सिंह: sinh, singh.
  [/Nh(?=Q?$)/, ['nh', 'ng']],
  // राव: rav, rao.
  [/AvQ$/, ['Av', 'W']],
  // जयपुर: jaypur; वायर: wire; नयन: nayan.
  [/[AQ]yQ(?=[a-z])/, ['Qy', 'Y']],
]

/**
 * Returns the spellings by sound of a Devanagari word in NFC: usually one, more where people write a letter in two
 * ways.
 */
export function devanagariSounds(word: string): string[] {
  return READINGS.reduce(
    (spellings, [letter, sounds]) =>
      spellings.flatMap((spelling) =>
        spelling.search(letter) < 0 ? [spelling] : sounds.map((sound) => spelling.replace(letter, sound)),
      ),
    [spellBySound(word)],
  ).map(joinGlides)
}

function spellBySound(word: string): string {
  let spelled = ''
  for (const letter of word.replaceAll('क्ष', 'क्स').replaceAll('ज्ञ', 'ग्य').replaceAll('ॐ', 'ओम')) {
    const [consonant, vowel] = [LETTERS[letter], VOWELS[letter]]
    const hasInherent = spelled.endsWith('Q')
    if (letter === NUKTA) spelled = spelled.replace(/dQ$/, 'RQ')
    else if (letter === VIRAMA) spelled = spelled.replace(/Q$/, '-')
    else if (letter === 'ं' || letter === 'ँ') spelled += 'N'
    else if (letter === 'अ') spelled += 'A'
    else if (letter === 'ऋ') spelled += 'rJ'
    else if (letter === 'ृ') spelled = spelled.replace(/Q$/, '-rJ')
    else if (consonant !== undefined) spelled += `${consonant}Q`
    // A sign takes the place of the inherent vowel; a letter follows it: बई.
    else if (vowel !== undefined) spelled = (hasInherent && letter >= '\u093e' ? spelled.slice(0, -1) : spelled) + vowel
  }
  return spelled
}

/** Joins what is spoken as one vowel: ाय, ाई and य at the end as ai; a glide beside i or e; यू after a consonant. */
function joinGlides(spelled: string): string {
  return (
    spelled
      .replaceAll('N', 'n')
      .replace(/[AQ]yQ$/, 'Y')
      .replaceAll(/[AQ]I/g, 'Y')
      .replaceAll(/[AQ]U/g, 'W')
      .replaceAll(/(?<=I)y/g, '')
      // शेयर: share.
      .replaceAll(/(?<=E)yQ(?=[a-z])/g, '')
      .replaceAll(/(?<=[A-Z])y(?=[EI])/g, '')
      .replaceAll(/(?<=-)yU/g, 'U')
      .replaceAll(/[A-PR-Z]/g, (vowel) => (vowel === 'J' ? '[IU]' : `[${vowel}]`))
  )
}
