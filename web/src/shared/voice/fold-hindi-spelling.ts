/**
 * Returns the form that the usual spellings of a Hindi word share: no nukta (हज़ार, हजार), the nasal as a dot (पाँच,
 * पांच; पन्द्रह, पंद्रह), one consonant for a doubled one (इक्कीस, इकीस), short vowels for long ones (चालीस, चालिस).
 * English: lower case.
 */
export function foldHindiSpelling(word: string): string {
  return (
    word
      .toLowerCase()
      // NFC also splits ढ़ into letter and nukta, because Unicode excludes it from composition.
      .normalize('NFC')
      .replace(/\u093c|\u200c|\u200d|\u0903/g, '')
      .replace(/ट्ठ/g, 'ठ')
      .replace(/(\p{L})्\1/gu, '$1')
      .replace(/[ङञणनम]्(?=[क-ह])/g, 'ं')
      .replace(/ँ/g, 'ं')
      .replace(/ी/g, 'ि')
      .replace(/ू/g, 'ु')
      .replace(/ई/g, 'इ')
      .replace(/ऊ/g, 'उ')
  )
}
