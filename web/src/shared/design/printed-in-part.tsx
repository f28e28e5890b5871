import { inBothLanguages, useWords } from '../language/in-both-languages.ts'

const words = inBothLanguages(
  { inPart: 'These are not all rows. To have all of them, press Print on the screen, or download the list as a file.' },
  { inPart: 'ये सारी पंक्तियाँ नहीं हैं। सारी चाहिए तो स्क्रीन पर “छापें” दबाएँ, या सूची की फ़ाइल डाउनलोड करें।' },
)

/** Says below a list on paper that the screen had not loaded all its rows: no row may be missing in silence. */
export function PrintedInPart() {
  const t = useWords(words)
  return <p className="hidden p-4 font-strong print:block">{t.inPart}</p>
}
