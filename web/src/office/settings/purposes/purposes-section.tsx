import { type ListedPurpose, purposeNameIn } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { sortByName } from '@ledger/contracts/text/name-order.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../../shared/api/error-messages.ts'
import { Button } from '../../../shared/design/controls/button.tsx'
import { FailedState, SkeletonBar } from '../../../shared/design/loading-empty-failed.tsx'
import { DOT_SEPARATOR } from '../../../shared/language/dot-separator.ts'
import { countText } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../../shared/language/language-setting.ts'
import { purposesWithRevisionQuery } from '../../api/purpose-and-budget-queries.ts'
import { RefusalMessage } from '../../controls/refusal-message.tsx'
import { PurposeDialog } from './purpose-dialog.tsx'
import { words } from './screen-texts.ts'
import { UnlistedWords } from './unlisted-words.tsx'
import { type SeenList, useSavePurposes } from './use-save-purposes.ts'
import { USUAL_PURPOSES } from './usual-purposes.ts'

/** The list of purposes with all their words. An admin or accountant changes it, an auditor reads it. */
export function PurposesSection({ mayChange }: { mayChange: boolean }) {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(purposesWithRevisionQuery)
  return (
    <section id="purposes" className="grid gap-3 rounded-sheet border border-rule bg-sheet p-4 md:p-5">
      <h2 className="font-heavy text-lead">{t.title}</h2>
      <p className="text-ink-soft">{t.text}</p>
      {data !== undefined ? (
        <PurposeRows seen={data} mayChange={mayChange} />
      ) : error === null ? (
        <SkeletonBar className="h-40 w-full" />
      ) : (
        <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

function PurposeRows({ seen, mayChange }: { seen: SeenList; mayChange: boolean }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const nameOf = (purpose: ListedPurpose) => purposeNameIn(purpose, language)
  const [open, setOpen] = useState<{ purpose: ListedPurpose | undefined }>()
  return (
    <>
      {seen.purposes.length === 0 ? (
        <p>
          <span className="font-strong">{t.none}</span>
          {DOT_SEPARATOR}
          {t.noneText}
        </p>
      ) : (
        <ul>
          {sortByName(seen.purposes, language, nameOf).map((purpose) => (
            <li
              key={purpose.name}
              className="flex flex-wrap items-center gap-x-4 border-rule border-t py-1 md:flex-nowrap"
            >
              {mayChange ? (
                <button
                  type="button"
                  aria-label={t.change(nameOf(purpose))}
                  onClick={() => setOpen({ purpose })}
                  className="min-h-11 shrink-0 text-left font-strong underline decoration-edge underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink md:w-52 lg:min-h-9"
                >
                  {nameOf(purpose)}
                </button>
              ) : (
                <span className="shrink-0 py-1.5 font-strong [overflow-wrap:anywhere] md:w-52">{nameOf(purpose)}</span>
              )}
              <span className="min-w-0 text-ink-soft text-small [overflow-wrap:anywhere]">
                {otherWords(purpose, nameOf(purpose)).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <>
          <div className="flex flex-wrap gap-3">
            {seen.purposes.length === 0 ? <UsualPurposes seen={seen} /> : null}
            <Button kind="secondary" onClick={() => setOpen({ purpose: undefined })}>
              {t.add}
            </Button>
          </div>
          <UnlistedWords seen={seen} nameOf={nameOf} />
        </>
      ) : (
        <p className="text-ink-soft text-small">{t.readOnly}</p>
      )}
      {open === undefined ? null : (
        <PurposeDialog seen={seen} purpose={open.purpose} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

/** Offers the usual purposes to a company without a list. They are named before they are taken. */
function UsualPurposes({ seen }: { seen: SeenList }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { save, error, isSaving } = useSavePurposes(seen, () => undefined)
  return (
    <div className="w-full">
      <p className="pb-3 text-ink-soft text-small">
        {USUAL_PURPOSES.map((purpose) => purposeNameIn(purpose, language)).join(', ')}
      </p>
      <Button disabled={isSaving} onClick={() => save(USUAL_PURPOSES)}>
        {isSaving ? t.saving : t.usual(countText(USUAL_PURPOSES.length))}
      </Button>
      <RefusalMessage error={error} />
    </div>
  )
}

const otherWords = ({ name, hindi, aliases }: ListedPurpose, shown: string): string[] =>
  [name, hindi, ...aliases].filter((word) => word !== '' && word !== shown)
