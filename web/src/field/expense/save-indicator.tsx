import { CircleAlert, CircleCheck, CircleDashed, Clock, LoaderCircle } from 'lucide-react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'

export type SaveState = 'saved' | 'unsaved' | 'failed' | 'saving' | 'waiting'

const ICONS = {
  saved: CircleCheck,
  unsaved: CircleDashed,
  failed: CircleAlert,
  saving: LoaderCircle,
  waiting: Clock,
}
const LOOKS = {
  saved: 'text-credit',
  unsaved: 'text-ink-soft',
  failed: 'text-debit',
  saving: 'animate-spin',
  waiting: '',
}

/**
 * The state of §4: unsaved after any edit, saving while it is sent, saved on success, unsaved again on failure; waiting
 * where it is stored on the phone. Only a try that failed is red.
 */
export function SaveIndicator({ state }: { state: SaveState }) {
  const t = useWords(words)
  const Icon = ICONS[state]
  return (
    <p role="status" className="flex items-center gap-1.5 font-strong text-small">
      <Icon className={`size-4 shrink-0 ${LOOKS[state]}`} aria-hidden="true" />
      {t[state]}
    </p>
  )
}
