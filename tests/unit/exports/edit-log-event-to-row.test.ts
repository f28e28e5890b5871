import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Entry,
  EVENT_DATA_SCHEMAS,
  type EventType,
  type LedgerEvent,
} from '@ledger/contracts/events/event-schemas.ts'
import { upcast } from '@ledger/contracts/events/upcasters.ts'
import { eventTypesOf, toEditLogRow } from '@ledger/ledger-service/exports/edit-log/event-to-row.ts'
import { describe, expect, test } from 'vitest'

/** Returns an event of a type in its first version, as a log stored it. */
function stored(type: EventType): LedgerEvent {
  const file = join(import.meta.dirname, '../../log/fixtures', `${type}.v1.json`)
  const row: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const { actor = '', meta = '' } = row
  const data = upcast(type, 1, JSON.parse(row.data ?? ''))
  return { ...row, actor: JSON.parse(actor), data, meta: JSON.parse(meta) } as unknown as LedgerEvent
}
const TYPES = Object.keys(EVENT_DATA_SCHEMAS) as EventType[]

describe('the edit log', () => {
  test.each(TYPES)('%s is a row, or is left out of the count as well', (type) => {
    expect(toEditLogRow(stored(type)) !== undefined).toBe(eventTypesOf(undefined).includes(type))
  })

  test('of a changed entry tells the fields that differ, and no other', () => {
    const event = stored('TransactionEdited')
    if (event.type !== 'TransactionEdited') throw new TypeError(event.type)
    expect(toEditLogRow(event)?.fields).toEqual([{ field: 'amount', before: '1500.50', after: '1500.00' }])
    const { before } = event.data
    const after = { ...before, purpose: 'Sand', narration: 'None' }
    expect(toEditLogRow({ ...event, data: { ...event.data, after } })?.fields).toEqual([
      { field: 'purpose', before: 'Cement', after: 'Sand' },
      { field: 'narration', before: '20 bags\nof 50 kg — ₹7.50 each', after: 'None' },
    ])
    expect(toEditLogRow({ ...event, data: { ...event.data, after: before } })?.fields).toEqual([])
  })

  test('of a question tells the question, the answer with its bills, and that it was closed, and no amount', () => {
    const rows = (['EntryQueried', 'EntryAnswered', 'EntryQueryClosed'] as const).map((type) =>
      toEditLogRow(stored(type)),
    )
    expect(rows.map((row) => [row?.action, row?.subject, row?.fields.map(({ field }) => field)])).toEqual([
      ['created', 'Question to Asha Rao', ['question']],
      ['changed', 'Question to Asha Rao', ['answer']],
      ['changed', 'Question to Asha Rao', ['question']],
    ])
    expect(rows.map((row) => [row?.amount, row?.bills.length])).toEqual([
      [null, 0],
      [null, 1],
      [null, 0],
    ])
  })

  test('of a changed account tells the fields that differ, and no other', () => {
    const event = stored('AccountEdited')
    if (event.type !== 'AccountEdited') throw new TypeError(event.type)
    const before = { firstName: 'Asha', lastName: 'Rao', site: 'Pune', mobile: '98xxxxxx10' }
    const fields = (after: object) =>
      toEditLogRow({ ...event, data: { ...event.data, before, after: { ...before, ...after } } })?.fields
    expect(fields({ site: 'Nashik' })).toEqual([{ field: 'site', before: 'Pune', after: 'Nashik' }])
    expect(fields({ lastName: '' })).toEqual([{ field: 'name', before: 'Asha Rao', after: 'Asha' }])
    expect(fields({})).toEqual([])
  })

  test('of a changed entry tells which bills it had and has, and names the ones that it has', () => {
    const event = stored('TransactionEdited')
    if (event.type !== 'TransactionEdited') throw new TypeError(event.type)
    const bill = (digit: string) => ({ id: digit.repeat(64), type: 'image/jpeg', width: 3, height: 4 }) as const
    const row = (before: string, after: string) =>
      toEditLogRow({
        ...event,
        data: {
          ...event.data,
          before: { ...event.data.before, bills: [...before].map(bill) } as Entry,
          after: { ...event.data.before, bills: [...after].map(bill) } as Entry,
        },
      })
    const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(12))
    const bills = (before: string, after: string) => row(before, after)?.fields
    expect(bills('', 'a')).toEqual([{ field: 'bills', before: null, after: a }])
    expect(bills('ab', 'bc')).toEqual([{ field: 'bills', before: `${a}, ${b}`, after: `${b}, ${c}` }])
    expect(bills('a', '')).toEqual([{ field: 'bills', before: a, after: null }])
    expect(bills('ab', 'ab')).toEqual([])
    expect(row('ab', 'bc')?.bills).toEqual(['b'.repeat(64), 'c'.repeat(64)])
    expect(row('a', '')?.bills).toEqual([])
  })

  test('of a change or deletion with a reason tells the reason last', () => {
    const why = { field: 'reason', before: null, after: 'Sent twice' }
    for (const type of ['TransactionEdited', 'TransactionDeleted'] as const) {
      const event = stored(type)
      if (event.type !== type) throw new TypeError(event.type)
      const [plain, given] = [null, 'Sent twice'].map((reason) => {
        const data = { ...event.data, reason }
        return toEditLogRow({ ...event, data } as LedgerEvent)?.fields
      })
      expect(given).toEqual([...(plain ?? []), why])
    }
  })

  test('of what was created or deleted tells every field', () => {
    const names = ['amount', 'date', 'paid to', 'purpose', 'payment mode', 'narration']
    const made = toEditLogRow(stored('DebitRecorded'))?.fields
    expect(made?.map(({ field }) => field)).toEqual(names)
    expect(made?.every(({ before, after }) => before === null && after !== null)).toBe(true)
    const gone = toEditLogRow(stored('TransactionDeleted'))?.fields
    expect(gone?.every(({ before, after }) => before !== null && after === null)).toBe(true)
  })
})
