import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { BillThumbnail } from '../../shared/bills/bill-thumbnail.tsx'
import { Button, buttonLook } from '../../shared/design/controls/button.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { EmptyState } from '../../shared/design/loading-empty-failed.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'
import { deleteUnfinishedPhotos, type UnfinishedPhoto } from './unfinished-store.ts'

interface Props {
  photos: readonly UnfinishedPhoto[]
  onClosed(): void
}

/** The photos without an entry, the newest first: each is filled in, or thrown away after a question. */
export function UnfinishedSheet({ photos, onClosed }: Props) {
  const t = useWords(words)
  const title = photos.length === 1 ? t.one : t.many(countText(photos.length))
  return (
    <Dialog title={title} onClose={onClosed}>
      {photos.length === 0 ? (
        <EmptyState title={t.none}>{t.noneText}</EmptyState>
      ) : (
        <ul className="-mx-5 -mt-5 tiny:-mx-3 tiny:-mt-3">
          {photos.map((one) => (
            <li key={one.id} className="border-rule border-b px-5 py-4 tiny:px-3">
              <UnfinishedItem one={one} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function UnfinishedItem({ one: { id, owner, takenAt, file } }: { one: UnfinishedPhoto }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [isAsking, setAsking] = useState(false)
  const when = `${dateText(takenAt, language)}, ${timeText(takenAt)}`
  const throwAway = () =>
    deleteUnfinishedPhotos(owner, [id]).catch(() => showToast({ tone: 'problem', title: t.failed }))
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-4">
        <BillThumbnail src={file.picture?.preview} />
        <p className="min-w-0 text-small">{t.taken(when)}</p>
      </div>
      {isAsking ? <p className="font-strong">{t.sure}</p> : null}
      <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
        {isAsking ? (
          <>
            <Button kind="secondary" autoFocus onClick={() => setAsking(false)}>
              {t.cancel}
            </Button>
            <Button kind="danger" onClick={() => void throwAway()}>
              {t.throwAway}
            </Button>
          </>
        ) : (
          <>
            <Button kind="secondary" aria-label={t.throwAwayOf(when)} onClick={() => setAsking(true)}>
              {t.throwAway}
            </Button>
            <Link
              to="/expense"
              search={{ unfinished: id }}
              aria-label={t.fillInOf(when)}
              className={buttonLook('primary')}
            >
              {t.fillIn}
            </Link>
          </>
        )}
      </div>
    </div>
  )
}
