import { Link } from '@tanstack/react-router'
import { CornerRightDown } from 'lucide-react'
import { useToday } from '../../shared/api/today.ts'
import { dateOfDayText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { backdatedEntryDay } from './backdated-entry-day.ts'
import { useJustSaved } from './just-saved.ts'
import { words } from './screen-texts.ts'

/** Leads to an entry that was just saved at an earlier day, where it is not among the rows that are shown. */
export function BackdatedEntryLink({ shown }: { shown: readonly { id: string }[] }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const today = useToday()
  const row = useJustSaved((state) => state.row)
  const day = backdatedEntryDay(row, shown, today)
  if (day === undefined) return null
  return (
    <div className="px-4 pb-3">
      <Link
        to="/transactions"
        search={{ from: day, to: day }}
        className="inline-flex min-h-11 items-center gap-2 rounded-brick border border-accent-line bg-wash px-3 font-strong"
      >
        {t.backdated(dateOfDayText(day, language))}
        <CornerRightDown className="size-5" aria-hidden="true" />
      </Link>
    </div>
  )
}
