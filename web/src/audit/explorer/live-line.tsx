import { useState } from 'react'
import { countText } from '../../language/figures.ts'
import { useWords } from '../../language/words.ts'
import { useFollow } from './use-follow.ts'
import { words } from './words.ts'

const LINE = 'mb-2 flex min-h-11 items-center gap-3 text-ink-soft'

/** Says calmly that something came in; nothing moves under the reader's finger until asked. */
export function LiveLine({ types, onShow }: { types: readonly string[]; onShow(): void }) {
  const t = useWords(words)
  const [round, setRound] = useState(0)
  const { fresh, following } = useFollow(types, round)
  const startOver = () => setRound(round + 1)
  const button = 'inline-flex min-h-11 items-center rounded-brick px-3 font-strong text-ink underline hover:bg-rule/60'
  if (!following)
    return (
      <p className={LINE}>
        {t.liveOff}
        <button type="button" onClick={startOver} className={button}>
          {t.followAgain}
        </button>
      </p>
    )
  return (
    <p role="status" className={LINE}>
      <span className="size-2.5 rounded-full bg-credit" aria-hidden="true" />
      {fresh === 0 ? t.live : t.fresh(countText(fresh))}
      {fresh === 0 ? null : (
        <button
          type="button"
          className={button}
          onClick={() => {
            startOver()
            onShow()
          }}
        >
          {t.show}
        </button>
      )}
    </p>
  )
}
