import { TriangleAlert } from 'lucide-react'
import { countText, dateText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { useLogGrowthCheck } from '../proof/use-log-growth-check.ts'
import { words } from './audit-frame-words.ts'

/** The alarm on every audit screen. It appears only where this browser itself has found that history was changed. */
export function RememberedCheckpointAlarm() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { data } = useLogGrowthCheck()
  if (data?.outcome !== 'alarm') return null
  const [remembered, now] = [countText(data.remembered), countText(data.now)]
  const why = {
    shrank: t.shrank(remembered, now),
    changed: t.changed(remembered),
    'other key': t.otherKey,
    'bad signature': t.badSignature,
  }[data.why]
  return (
    <div role="alert" className="bg-debit text-on-debit print:hidden">
      <div className="mx-auto flex max-w-6xl lg:max-w-none items-start gap-3 p-4 md:px-6">
        <TriangleAlert className="mt-0.5 size-7 shrink-0" aria-hidden="true" />
        <div className="grid gap-1">
          <p className="font-heavy text-lead">{t.alarm}</p>
          <p className="font-strong">{why}</p>
          {data.since === undefined ? null : <p>{t.since(dateText(data.since, language))}</p>}
          <p>{t.whatNow}</p>
        </div>
      </div>
    </div>
  )
}
