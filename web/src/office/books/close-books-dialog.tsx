import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { dateOfDayText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { RefusalMessage } from '../controls/refusal-message.tsx'
import { closeBooks } from './closing-queries.ts'
import { words } from './screen-texts.ts'

interface Props {
  upTo: string
  onClosed(): void
  onClose(): void
}

/** Asks before the books are closed, and says what follows from it. */
export function CloseBooksDialog({ upTo, onClosed, onClose }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const day = dateOfDayText(upTo, language)
  const closing = useMutation({
    mutationFn: () => closeBooks({ body: { upTo }, idempotencyKey: key.toSend() }),
    onSuccess(closed) {
      key.done()
      // The answer that comes before the seal has no root.
      const text = 'root' in closed ? t.closedText : t.beingSealed
      showToast({ tone: 'done', title: t.closedUpTo(day), text })
      onClosed()
      onClose()
      void refetchOfficeLists(client)
    },
    onError: (error) => key.failed(error),
  })
  return (
    <Dialog title={t.closeUpTo(day)} onClose={() => (closing.isPending ? undefined : onClose())}>
      <p>{t.whatClosingDoes(day)}</p>
      <p className="mt-3 text-ink-soft">{t.whoReopens}</p>
      <RefusalMessage error={closing.error} />
      <div className="mt-6 grid grid-cols-2 tiny:grid-cols-1 gap-3">
        <Button kind="secondary" disabled={closing.isPending} onClick={onClose} className="min-h-14">
          {t.cancel}
        </Button>
        <Button disabled={closing.isPending} onClick={() => closing.mutate()} className="min-h-14">
          <Lock className="size-5" aria-hidden="true" />
          {closing.isPending ? t.closing : t.close}
        </Button>
      </div>
    </Dialog>
  )
}
