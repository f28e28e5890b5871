import { Button } from '../../shared/design/button.tsx'
import { Dialog } from '../../shared/design/dialog.tsx'
import { NeedsNetwork } from '../../shared/entry/needs-network.tsx'
import { countText } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { howMany } from './how-many.ts'
import { useWaiting } from './use-waiting.ts'
import { words } from './words.ts'

interface Props {
  onStay(): void
  onLeave(): void
}

/** Asks before a sign-out with entries left to send: shows how many, and what happens to them. */
export function LeaveDialog({ onStay, onLeave }: Props) {
  const t = useWords(words)
  const waiting = useWaiting((state) => state.waiting)
  const count = waiting.length
  const what = howMany(
    waiting.map(({ entries: [first] }) => first?.what.kind === 'expense'),
    t,
  )
  const refused = waiting.filter((one) => one.refused !== undefined).length
  return (
    <Dialog title={t.leaveTitle} onClose={onStay}>
      <p className="font-strong">{count === 1 ? t.leaveOne(what) : t.leaveMany(what)}</p>
      {refused === count ? null : <p className="mt-2">{t.leaveSent}</p>}
      {refused === 0 ? null : <p className="mt-2">{t.leaveRefused(countText(refused))}</p>}
      <p className="mt-2">{t.leaveText}</p>
      <div className="mt-4">
        <NeedsNetwork>{t.leaveNetwork}</NeedsNetwork>
      </div>
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button kind="secondary" onClick={onStay} className="min-h-14">
          {t.stay}
        </Button>
        <Button onClick={onLeave} className="min-h-14">
          {t.leave}
        </Button>
      </div>
    </Dialog>
  )
}
