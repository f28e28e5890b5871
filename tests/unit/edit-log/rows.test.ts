import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EVENT_DATA, type EventType, type LedgerEvent } from '@ledger/contracts/events.ts'
import { upcast } from '@ledger/contracts/upcast.ts'
import { editLogRowOf, typesOf } from '@ledger/ledger-service/edit-log/rows.ts'
import { describe, expect, test } from 'vitest'

/** An event of each type, as one was once stored. */
function stored(type: EventType): LedgerEvent {
  const file = join(import.meta.dirname, '../../log/fixtures', `${type}.v1.json`)
  const row: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const { actor = '', meta = '' } = row
  const data = upcast(type, 1, JSON.parse(row.data ?? ''))
  return { ...row, actor: JSON.parse(actor), data, meta: JSON.parse(meta) } as unknown as LedgerEvent
}
const TYPES = Object.keys(EVENT_DATA) as EventType[]

describe('the edit log', () => {
  test.each(TYPES)('%s is a row, or is left out of the count as well', (type) => {
    expect(editLogRowOf(stored(type)) !== undefined).toBe(typesOf(undefined).includes(type))
  })

  test('of a changed entry tells the fields that differ, and no other', () => {
    const event = stored('TransactionEdited')
    if (event.type !== 'TransactionEdited') throw new TypeError(event.type)
    expect(editLogRowOf(event)?.fields).toEqual([{ field: 'amount', before: '1500.50', after: '1500.00' }])
    const { before } = event.data
    const after = { ...before, purpose: 'Sand', narration: 'None' }
    expect(editLogRowOf({ ...event, data: { ...event.data, after } })?.fields).toEqual([
      { field: 'purpose', before: 'Cement', after: 'Sand' },
      { field: 'narration', before: '20 bags\nof 50 kg — ₹7.50 each', after: 'None' },
    ])
    expect(editLogRowOf({ ...event, data: { ...event.data, after: before } })?.fields).toEqual([])
  })

  test('of a changed account tells the fields that differ, and no other', () => {
    const event = stored('AccountEdited')
    if (event.type !== 'AccountEdited') throw new TypeError(event.type)
    const before = { firstName: 'Asha', lastName: 'Rao', site: 'Pune', mobile: '98xxxxxx10' }
    const fields = (after: object) =>
      editLogRowOf({ ...event, data: { ...event.data, before, after: { ...before, ...after } } })?.fields
    expect(fields({ site: 'Nashik' })).toEqual([{ field: 'site', before: 'Pune', after: 'Nashik' }])
    expect(fields({ lastName: '' })).toEqual([{ field: 'name', before: 'Asha Rao', after: 'Asha' }])
    expect(fields({})).toEqual([])
  })

  test('of what was created or deleted tells every field', () => {
    const names = ['amount', 'date', 'paid to', 'purpose', 'payment mode', 'narration']
    const made = editLogRowOf(stored('DebitRecorded'))?.fields
    expect(made?.map(({ field }) => field)).toEqual(names)
    expect(made?.every(({ before, after }) => before === null && after !== null)).toBe(true)
    const gone = editLogRowOf(stored('TransactionDeleted'))?.fields
    expect(gone?.every(({ before, after }) => before !== null && after === null)).toBe(true)
  })
})
