import { WifiOff } from 'lucide-react'
import { useState } from 'react'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import { useNewEvents } from './use-new-events.ts'

interface Props {
  types: readonly string[]
  /** The last position that the list has read. */
  seen: number | undefined
  onShow(): void
}

const BUTTON_LOOK =
  'inline-flex min-h-11 items-center rounded-brick px-3 font-strong text-ink underline hover:bg-rule/60'

/** Shows that events were recorded. The list does not move until the reader asks for them. */
export function NewEventsNotice({ types, seen, onShow }: Props) {
  const t = useWords(words)
  const [round, setRound] = useState(0)
  const { fresh, following } = useNewEvents({ types, seen, round })
  const isHeard = following === 'live' || following === 'connecting'
  const said = { connecting: t.connecting, live: t.live, offline: t.offline, off: t.liveOff }[following]
  return (
    <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-3 text-ink-soft">
      <p role="status" className="flex items-center gap-3">
        {isHeard ? (
          <span
            className={`size-2.5 rounded-full ${following === 'live' ? 'bg-credit' : 'bg-edge'}`}
            aria-hidden="true"
          />
        ) : (
          <WifiOff className="size-5 shrink-0 text-debit" aria-hidden="true" />
        )}
        {isHeard && fresh > 0 ? t.fresh(countText(fresh)) : said}
      </p>
      {isHeard ? null : (
        <button type="button" onClick={() => setRound(round + 1)} className={BUTTON_LOOK}>
          {t.followAgain}
        </button>
      )}
      {fresh === 0 ? null : (
        <button type="button" className={BUTTON_LOOK} onClick={onShow}>
          {t.show}
        </button>
      )}
    </div>
  )
}
