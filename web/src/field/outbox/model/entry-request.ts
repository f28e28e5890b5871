import { dayOf } from '@ledger/contracts/dates.ts'
import type { OutboxEntry } from './outbox-entry.ts'

/**
 * The request for an entry. An entry sent again has the same bytes.
 * @throws where the entry waits behind another one
 */
export interface EntryRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly ifRevision?: number
}

const OWN_TRANSACTIONS_PATH = '/api/site/transactions'

/** @param bills the ids of its uploaded bills; undefined leaves them as they are */
export function requestForEntry({ what, enteredAt }: OutboxEntry, bills?: readonly string[]): EntryRequest {
  const attached = bills === undefined ? {} : { bills }
  if (what.kind === 'expense')
    return {
      method: 'POST',
      path: OWN_TRANSACTIONS_PATH,
      body: { type: 'debit', ...what.fields, ...attached, enteredAt },
    }
  if (what.kind === 'answer')
    return {
      method: 'POST',
      path: `/api/site/questions/${encodeURIComponent(what.question)}/answers`,
      body: { text: what.text, ...attached, enteredAt },
    }
  if (!('row' in what.of)) throw new Error('An entry is sent after the one before it')
  const about = { path: `${OWN_TRANSACTIONS_PATH}/${encodeURIComponent(what.of.row)}`, ifRevision: what.of.revision }
  if (what.kind === 'deletion') return { ...about, method: 'DELETE', body: { enteredAt } }
  const { date, ...fields } = what.fields
  // An untouched day keeps the hour and minute that the row has.
  const moved = date === dayOf(what.seen.date) ? {} : { date }
  return { ...about, method: 'PUT', body: { type: 'debit', ...fields, ...moved, ...attached, enteredAt } }
}
