import { useRouter } from '@tanstack/react-router'
import { History } from 'lucide-react'
import type { MouseEvent } from 'react'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'

const words = inBothLanguages(
  { history: (who: string, amount: string) => `History: ${who}, ${amount}` },
  { history: (who: string, amount: string) => `इतिहास: ${who}, ${amount}` },
)

interface Props {
  /** The row's id; for a transfer the id of either side. */
  id: string
  who: string
  amount: string
  className?: string
}

/**
 * Links a row to the history of its entry. It is a plain anchor, because the router's own link in each of 100,000 rows
 * would make scrolling stutter.
 */
export function HistoryLink({ id, who, amount, className = '' }: Props) {
  const t = useWords(words)
  const router = useRouter()
  const href = `/admin/audit/entry/${id}`
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ to: '/admin/audit/entry/$id', params: { id } })
  }
  return (
    <a
      href={href}
      onClick={open}
      aria-label={t.history(who, amount)}
      title={t.history(who, amount)}
      className={`grid size-11 shrink-0 place-items-center rounded-brick text-ink-soft hover:bg-ground hover:text-ink print:hidden ${className}`}
    >
      <History className="size-5" aria-hidden="true" />
    </a>
  )
}
