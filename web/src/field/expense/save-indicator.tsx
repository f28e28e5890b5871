import { CircleCheck, CircleDot, LoaderCircle } from 'lucide-react'
import { useWords } from '../../shared/language/words.ts'
import { words } from './words.ts'

export type SaveState = 'saved' | 'unsaved' | 'saving'

/** §4: unsaved on any edit, saving while it is sent, saved on success, unsaved again on failure. */
export function SaveIndicator({ state }: { state: SaveState }) {
  const t = useWords(words)
  const Icon = state === 'saved' ? CircleCheck : state === 'saving' ? LoaderCircle : CircleDot
  return (
    <p role="status" className="flex items-center gap-1.5 font-strong text-small">
      <Icon
        className={`size-4 shrink-0 ${state === 'saved' ? 'text-credit' : state === 'saving' ? 'animate-spin' : 'text-debit'}`}
        aria-hidden="true"
      />
      {t[state]}
    </p>
  )
}
