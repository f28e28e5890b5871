import { dayOf } from '@ledger/contracts/dates.ts'
import { ENTRY_FIELD_LABELS, entryFieldText, mapEntryTextFields } from '@ledger/contracts/entry-text-fields.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { newIdempotencyKey } from '../../../shared/api/api-client.ts'
import { refetchOwnRow } from '../../../shared/api/own-transaction-queries.ts'
import { Button } from '../../../shared/design/controls/button.tsx'
import { SkeletonBar } from '../../../shared/design/loading-empty-failed.tsx'
import { entryWords } from '../../../shared/entry/dialog/entry-words.ts'
import { dateText, rupees } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { type Language, useLanguage } from '../../../shared/language/language-setting.ts'
import { discardEntry, forceRetry } from '../model/outbox-transitions.ts'
import { type PendingEntry, pendingBillCount } from '../model/pending-entries.ts'
import { applyDecision } from './apply-decision.ts'
import { words } from './screen-texts.ts'

/** Shows the user's input beside the ledger's newer row after a 412, and lets the user choose one. */
export function ConflictResolution({ one, owner }: { one: PendingEntry; owner: string }) {
  const t = useWords(words)
  const [entry] = one.entries
  const mine = one.row
  const {
    data: ledgers,
    isError,
    refetch,
  } = useQuery({
    // A query of its own, which no other part reads again, so that the compared row does not change while it is read.
    queryKey: ['/api/site/versions', mine.id, entry?.key],
    queryFn: async ({ client }) => (await refetchOwnRow(client, mine)) ?? null,
    gcTime: 0,
  })
  if (entry === undefined) return null
  const isDeletion = one.kind === 'deletion'
  const drop = () => applyDecision(owner, (all) => discardEntry(all, entry.id))
  const take = (now: Transaction) => applyDecision(owner, (all) => forceRetry(all, entry.id, now, newIdempotencyKey()))
  return (
    <div className="grid gap-3">
      <p>{isDeletion ? t.bothDeletion : t.both}</p>
      {isError ? (
        <>
          <p className="text-ink-soft">{t.unread}</p>
          <Button kind="secondary" onClick={() => void refetch()}>
            {t.sendNow}
          </Button>
        </>
      ) : ledgers === undefined ? (
        <SkeletonBar className="h-40 w-full" />
      ) : ledgers === null ? (
        <p className="text-ink-soft">{t.gone}</p>
      ) : (
        <ComparedVersions mine={isDeletion ? undefined : mine} mineBills={pendingBillCount(one)} ledgers={ledgers} />
      )}
      <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
        <Button kind="secondary" onClick={drop}>
          {isDeletion ? t.keepIt : t.takeLedgers}
        </Button>
        {ledgers ? <Button onClick={() => take(ledgers)}>{isDeletion ? t.deleteAnyway : t.takeMine}</Button> : null}
      </div>
    </div>
  )
}

interface ComparedVersionsProps {
  /** Undefined where it is to be deleted. */
  mine: Transaction | undefined
  /** How many of them. */
  mineBills: number
  ledgers: Transaction
}

function ComparedVersions({ mine, mineBills, ledgers }: ComparedVersionsProps) {
  const t = useWords(words)
  const label = useWords(entryWords)
  const labels = useWords(ENTRY_FIELD_LABELS)
  const language = useLanguage((state) => state.language)
  const facts = (row: Transaction) => comparedFields(row, language)
  const theirs = { ...facts(ledgers), bills: String(ledgers.bills.length) }
  const own = mine && { ...facts(mine), bills: String(mineBills) }
  const names = {
    amount: '',
    paidTo: label.paidTo,
    ...labels,
    date: label.date,
    bills: label.bills,
  }
  return (
    <table className="w-full table-fixed border-collapse text-left text-small">
      <thead>
        <tr className="border-rule border-b">
          {own === undefined ? null : <th className="py-1 pr-3 font-heavy">{t.mine}</th>}
          <th className="py-1 font-heavy">{t.ledgers}</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(names) as (keyof typeof names)[]).map((name) => {
          if (!own?.[name] && theirs[name] === '') return null
          const differs = own !== undefined && own[name] !== theirs[name]
          const cell = (text: string) => (
            <>
              {names[name] === '' ? null : <span className="block text-ink-soft">{names[name]}</span>}
              <span className={`break-words ${differs ? 'font-heavy underline decoration-2 underline-offset-4' : ''}`}>
                {text}
              </span>
              {differs ? <span className="sr-only"> ({t.different})</span> : null}
            </>
          )
          return (
            <tr key={name} className="border-rule border-b align-top">
              {own === undefined ? null : <td className="py-1.5 pr-3">{cell(own[name])}</td>}
              <td className="py-1.5">{cell(theirs[name])}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function comparedFields(row: Transaction, language: Language) {
  return {
    amount: rupees(row.amount),
    paidTo: row.recipient,
    ...mapEntryTextFields((name) => entryFieldText(row, name, language)),
    date: dateText(dayOf(row.date), language),
  }
}
