import { dayAfter } from '@ledger/contracts/dates.ts'
import { HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import type { BooksAnswer } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import { countText, dateOfDayText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { StatementLink } from '../statements/statement-link.tsx'
import { words } from './screen-texts.ts'

type ListedClosing = BooksAnswer['closings'][number]

/** Every closing that there ever was, the newest first, those that were taken back too. */
export function ClosingsList({ closings }: { closings: readonly ListedClosing[] }) {
  const t = useWords(words)
  if (closings.length === 0) return null
  return (
    <section aria-labelledby="closings-title">
      <h3 id="closings-title" className="pb-2 font-heavy">
        {t.closings}
      </h3>
      <ul>
        {closings.map((closing) => (
          <ClosingItem key={closing.position} closing={closing} from={firstDayOfClosing(closing, closings)} />
        ))}
      </ul>
    </section>
  )
}

/** Returns the first day that a closing seals; "" from the first entry on. */
function firstDayOfClosing({ upTo }: ListedClosing, closings: readonly ListedClosing[]): string {
  const days = closings.filter((other) => other.reopened === null && other.upTo < upTo).map((other) => other.upTo)
  const last = days.toSorted().at(-1)
  return last === undefined ? '' : dayAfter(last)
}

function ClosingItem({ closing, from }: { closing: ListedClosing; from: string }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { upTo, at, by, reopened } = closing
  const moment = (instant: string) => `${dateText(instant, language)}, ${timeText(instant)}`
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-rule border-t py-2.5">
      <div className="min-w-0">
        <p className={`figures font-strong ${reopened === null ? '' : 'line-through'}`}>
          {dateOfDayText(upTo, language)}
        </p>
        <p className="break-words text-ink-soft text-small">{t.closedBy(by, moment(at))}</p>
        {reopened === null ? null : (
          <p className="break-words text-debit text-small">
            {t.reopenedBy(reopened.by, moment(reopened.at), reopened.reason)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SealState closing={closing} />
        {reopened === null && closing.root !== null ? (
          <StatementLink subject={HEAD_OFFICE_ACCOUNT} period={{ from, to: upTo }} />
        ) : null}
      </div>
    </li>
  )
}

function SealState({ closing: { accounts, root, sealing, reopened } }: { closing: ListedClosing }) {
  const t = useWords(words)
  if (root !== null && accounts !== null)
    return (
      <p className="text-right text-small">
        <span className="block">{t.sealed(countText(accounts))}</span>
        <span className="figures block text-ink-soft" title={root}>
          {t.root(root.slice(0, 16))}
        </span>
      </p>
    )
  if (reopened !== null) return <p className="text-ink-soft text-small">{t.notSealed}</p>
  const percent = sealing === null || sealing.of === 0 ? undefined : Math.floor((100 * sealing.done) / sealing.of)
  return (
    <p aria-live="polite" className="text-ink-soft text-small">
      {percent === undefined ? t.beingSealed : t.beingSealedAt(countText(percent))}
    </p>
  )
}
