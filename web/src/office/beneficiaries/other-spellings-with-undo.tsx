import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { sortByName } from '@ledger/contracts/text/name-order.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { MarkedText } from '../../shared/entry/list/marked-text.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { renameBeneficiary, unmergeBeneficiary } from './beneficiary-queries.ts'
import { words } from './screen-texts.ts'

interface Props {
  beneficiary: Beneficiary
  query?: string | undefined
  /** Whether each spelling has its undo. */
  mayChange: boolean
}

/** The other spellings of a beneficiary; nothing where it has none. */
export function OtherSpellingsWithUndo({ beneficiary, query, mayChange }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { also = [] } = beneficiary
  if (also.length === 0) return null
  return (
    <div className="col-span-full flex flex-wrap items-center gap-x-3 pb-1 text-ink-soft text-small">
      <span>{t.also}</span>
      <ul className="contents">
        {sortByName(also, language, (spelling) => spelling).map((spelling) => (
          <li key={spelling} className="flex min-w-0 items-center gap-1.5">
            <span className="min-w-0 text-ink [overflow-wrap:anywhere]">
              <MarkedText text={spelling} query={query} />
            </span>
            {mayChange ? <UndoButton id={beneficiary.id} spelling={spelling} /> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Takes a merged spelling apart again; for the first spelling of a renamed beneficiary, gives it its name back. */
function UndoButton({ id, spelling }: { id: string; spelling: string }) {
  const t = useWords(words)
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const isOwn = beneficiaryId(spelling) === id
  const undoing = useMutation({
    mutationFn: () => {
      const idempotencyKey = key.toSend()
      return isOwn
        ? renameBeneficiary({ id, body: { name: spelling }, idempotencyKey })
        : unmergeBeneficiary({ body: { id: beneficiaryId(spelling) }, idempotencyKey })
    },
    onSuccess({ name }) {
      key.done()
      showToast({ tone: 'done', title: isOwn ? t.renamed(name) : t.apart(name) })
      void refetchOfficeLists(client)
    },
    onError(error) {
      key.failed(error)
      showToast({ tone: 'problem', title: t.notUndone(spelling), reason: errorMessage(error) })
    },
  })
  return (
    <button
      type="button"
      aria-label={t.undoOf(spelling)}
      disabled={undoing.isPending}
      onClick={() => undoing.mutate()}
      className="inline-flex min-h-11 min-w-11 items-center justify-center text-ink underline underline-offset-4 hover:no-underline lg:min-h-8 print:hidden"
    >
      {t.undo}
    </button>
  )
}
