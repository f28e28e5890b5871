import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'

const words = inBothLanguages({ or: 'OR' }, { or: 'या' })

export function OrDivider() {
  const t = useWords(words)
  return (
    <div className="my-3 flex items-center gap-3 font-strong text-ink-soft text-small before:h-px before:flex-1 before:bg-edge after:h-px after:flex-1 after:bg-edge">
      {t.or}
    </div>
  )
}
