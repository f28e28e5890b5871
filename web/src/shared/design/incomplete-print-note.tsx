import { inBothLanguages, useWords } from '../language/in-both-languages.ts'

const words = inBothLanguages(
  { inPart: 'These are not all rows. A button on the screen prints or downloads all of them.' },
  { inPart: 'ये सारी पंक्तियाँ नहीं हैं। सारी छापने या डाउनलोड करने का बटन स्क्रीन पर है।' },
)

/**
 * Says below a list on paper that the screen had not loaded all its rows: no row may be missing in silence.
 * @param text where the other rows are, on a screen without such a button
 */
export function IncompletePrintNote({ text }: { text?: string | undefined }) {
  const t = useWords(words)
  return <p className="hidden p-4 font-strong print:block">{text ?? t.inPart}</p>
}
