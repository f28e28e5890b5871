import { Button } from '../../../shared/design/controls/button.tsx'
import { Dialog } from '../../../shared/design/dialog/dialog.tsx'
import { NeedsNetworkNotice } from '../../../shared/entry/form/needs-network-notice.tsx'
import { countText } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { useLazyParts } from '../../store-filled-by-lazy-parts.ts'
import { words as unfinishedWords } from '../../unfinished-photos/screen-texts.ts'
import type { PendingEntry } from '../model/pending-entries.ts'
import { pendingCountText } from './pending-count-text.ts'
import { words } from './screen-texts.ts'
import { usePendingEntries } from './use-pending-entries.ts'

interface Props {
  onStay(): void
  onLeave(): void
}

/**
 * Asks before a sign-out with entries left to send, or with photos that have no entry: shows how many, and what happens
 * to them.
 */
export function LogoutWarningDialog({ onStay, onLeave }: Props) {
  const t = useWords(words)
  const u = useWords(unfinishedWords)
  const unfinished = useLazyParts((state) => state.unfinished)
  const { waiting, answers } = usePendingEntries()
  const all = [...waiting, ...answers]
  const count = all.length
  const isNew = ({ entries: [first] }: PendingEntry) => first?.what.kind === 'expense'
  const what = pendingCountText(
    [...waiting.map((one) => (isNew(one) ? 'entry' : 'change')), ...answers.map(() => 'answer' as const)],
    t,
  )
  const refused = all.filter((one) => one.refused !== undefined).length
  return (
    <Dialog title={count === 0 ? u.leaveTitle : t.leaveTitle} onClose={onStay}>
      {count === 0 ? null : (
        <>
          <p className="font-strong">{count === 1 ? t.leaveOne(what) : t.leaveMany(what)}</p>
          {refused === count ? null : <p className="mt-2">{t.leaveSent}</p>}
          {refused === 0 ? null : <p className="mt-2">{t.leaveRefused(countText(refused))}</p>}
          <p className="mt-2">{t.leaveText}</p>
        </>
      )}
      {unfinished === 0 ? null : (
        <p className="mt-2 font-strong">{unfinished === 1 ? u.leaveOne : u.leaveMany(countText(unfinished))}</p>
      )}
      <div className="mt-4">
        <NeedsNetworkNotice>{t.leaveNetwork}</NeedsNetworkNotice>
      </div>
      <div className="mt-6 grid grid-cols-2 tiny:grid-cols-1 gap-3">
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
