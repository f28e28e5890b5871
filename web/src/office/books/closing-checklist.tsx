import { dayAfter } from '@ledger/contracts/dates.ts'
import type { BooksAnswer } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import { sortByName } from '@ledger/contracts/text/name-order.ts'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateOfDayText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'

interface Props {
  checklist: BooksAnswer['checklist']
  /** The last closed day. */
  after: string | null
}

/** The names that are shown; the page of people has all of them. */
const MAX_NAMES = 5

/** The open work in the days that are to be closed, each kind with the way to it. None of it forbids the closing. */
export function ClosingChecklist({ checklist, after }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { upTo, withoutBill, openQuestions, negativeCashDays, negativeCashAccounts, phonesNotSeen, notSeen } = checklist
  const [firstBelow] = negativeCashAccounts
  const names = sortByName(notSeen, language, (name) => name)
    .slice(0, MAX_NAMES)
    .join(', ')
  const more = phonesNotSeen - Math.min(notSeen.length, MAX_NAMES)
  const people = more > 0 ? t.andMore(names, countText(more)) : names
  const period = { ...(after === null ? {} : { from: dayAfter(after) }), to: upTo }
  return (
    <ul className="border-rule border-b">
      {withoutBill === null ? (
        <ChecklistItem count={undefined} label={t.withoutBill} about={t.notAsked}>
          <Link to="/admin/settings" className="underline">
            {t.settings}
          </Link>
        </ChecklistItem>
      ) : (
        <ChecklistItem count={withoutBill} label={t.withoutBill}>
          <EntriesLink search={{ worklist: 'withoutBill', ...period }} label={t.withoutBill} />
        </ChecklistItem>
      )}
      <ChecklistItem count={openQuestions} label={t.openQuestions}>
        <EntriesLink search={{ worklist: 'questions', ...period }} label={t.openQuestions} />
      </ChecklistItem>
      <ChecklistItem
        count={negativeCashDays}
        label={t.negativeDays}
        about={firstBelow === undefined ? null : <AccountsBelowZero accounts={negativeCashAccounts} period={period} />}
      >
        {firstBelow === undefined ? null : (
          <CashBookLink account={firstBelow.account} period={period}>
            {t.look}
            <span className="sr-only">: {t.negativeDays}</span>
          </CashBookLink>
        )}
      </ChecklistItem>
      <ChecklistItem count={phonesNotSeen} label={t.phonesNotSeen} about={people}>
        <Link to="/admin/people" className="underline">
          {t.look}
          <span className="sr-only">: {t.phonesNotSeen}</span>
        </Link>
      </ChecklistItem>
    </ul>
  )
}

interface OpenDays {
  from?: string
  to: string
}

/** The accounts that are named; the cash book of each shows its days. */
const MAX_ACCOUNTS = 3

function AccountsBelowZero({
  accounts,
  period,
}: {
  accounts: BooksAnswer['checklist']['negativeCashAccounts']
  period: OpenDays
}) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  return (
    <>
      {accounts.slice(0, MAX_ACCOUNTS).map(({ account, name, days, first }) => (
        <span key={account} className="block">
          <CashBookLink account={account} period={period}>
            {name}
          </CashBookLink>
          {DOT_SEPARATOR}
          {t.daysSince(countText(days), dateOfDayText(first, language))}
        </span>
      ))}
      {accounts.length > MAX_ACCOUNTS ? t.otherAccounts : null}
    </>
  )
}

function CashBookLink({ account, period, children }: { account: string; period: OpenDays; children: ReactNode }) {
  return (
    <Link to="/admin/ledgers" search={{ account, ...period }} hash="cashBook" className="underline">
      {children}
    </Link>
  )
}

interface EntriesSearch extends OpenDays {
  worklist: 'withoutBill' | 'questions'
}

function EntriesLink({ search, label }: { search: EntriesSearch; label: string }) {
  const t = useWords(words)
  return (
    <Link to="/admin/all-transactions" search={search} className="underline">
      {t.look}
      <span className="sr-only">: {label}</span>
    </Link>
  )
}

function ChecklistItem({
  count,
  label,
  about,
  children,
}: {
  /** Undefined where it is not counted, because there is no limit for it. */
  count: number | undefined
  label: string
  about?: ReactNode
  children: ReactNode
}) {
  const isDone = count === 0
  const Mark = isDone ? CircleCheck : CircleAlert
  return (
    <li className="flex items-start justify-between gap-3 border-rule border-t py-2.5">
      <span className="flex min-w-0 items-start gap-2">
        <Mark className={`mt-0.5 size-5 shrink-0 ${isDone ? 'text-credit' : 'text-debit'}`} aria-hidden="true" />
        <span className="min-w-0">
          {label}
          {about ? <span className="block break-words text-ink-soft text-small">{about}</span> : null}
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-3">
        {count === undefined ? null : (
          <span className={isDone ? 'figures text-ink-soft' : 'figures font-heavy'}>{countText(count)}</span>
        )}
        {isDone ? null : children}
      </span>
    </li>
  )
}
