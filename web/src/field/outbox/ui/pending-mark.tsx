import { CircleAlert, Clock } from 'lucide-react'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import type { OutboxEntry } from '../model/outbox-entry.ts'
import { words } from './screen-texts.ts'

interface Props {
  kind: OutboxEntry['what']['kind']
  isRefused: boolean
}

/** The mark behind a name, like a badge: a sign and a word say that the entry waits, not a colour. */
export function PendingMark({ kind, isRefused }: Props) {
  const t = useWords(words)
  const Icon = isRefused ? CircleAlert : Clock
  return (
    <>
      {'\u2002'}
      <span
        className={`inline-flex items-center gap-1 rounded-brick border border-dashed px-1.5 align-[1px] font-heavy text-[13px]/5 ${isRefused ? 'border-debit text-debit' : 'border-ink'}`}
      >
        <Icon className="size-3.5 shrink-0" aria-hidden="true" />
        {isRefused ? t.refused : kind === 'deletion' ? t.deleting : t.waiting}
      </span>
    </>
  )
}
