import type { ReactNode } from 'react'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'

const words = inBothLanguages({ what: 'Exactly what this list holds now:' }, { what: 'वही, जो इस सूची में अभी है:' })

/** The first line of a menu of files: the count and the total of what they hold. */
export function ExportedTotal({ children }: { children: ReactNode }) {
  const t = useWords(words)
  return (
    <p className="border-rule border-b px-3 pt-1 pb-2 text-ink-soft">
      {t.what}
      <span className="figures block font-strong text-ink">{children}</span>
    </p>
  )
}
