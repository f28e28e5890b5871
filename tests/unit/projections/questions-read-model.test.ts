import type { Entry, NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { PoisonEvent } from '@ledger/projections/read-models/read-model.ts'
import type { ReadModelWriter } from '@ledger/projections/read-models/read-model-writer.ts'
import { questionsReadModel } from '@ledger/projections/read-models/worklists/questions.ts'
import { expect, test } from 'vitest'
import { ASHA, RAVI, sampleDebit, sampleTransfer, sampleUuid } from '../domain/sample-events.ts'
import { eventPage } from './sample-event-page.ts'

const [TRANSACTION, QUESTION] = [sampleUuid(100), sampleUuid(200)]
const EXPENSE = sampleDebit(ASHA, 300)
const on = (about: Entry, side: 'own' | 'incoming') => ({ transaction: TRANSACTION, side, question: QUESTION, about })
const asked = (about: Entry = EXPENSE, side: 'own' | 'incoming' = 'own'): NewEvent => ({
  type: 'EntryQueried',
  data: { ...on(about, side), text: 'Where is the bill?' },
})
const closed: NewEvent = { type: 'EntryQueryClosed', data: on(EXPENSE, 'own') }

/** Applies a page to a read model in which some questions of earlier pages exist. */
async function applied(events: NewEvent[], existing = 0): Promise<unknown[]> {
  const inserted: unknown[] = []
  const into: ReadModelWriter = {
    insert: async (_table, rows) => void inserted.push(...rows),
    upsert: async () => undefined,
    update: async (_table, _columns, rows) => Math.min(existing, rows.length),
  }
  await questionsReadModel.apply(into, eventPage(...events))
  return inserted
}

test('a question that is asked and closed in one page is one closed row', async () => {
  expect(await applied([asked(), closed])).toMatchObject([{ question_id: QUESTION, state: 'closed' }])
})

test('a question about the receiver of a transfer is one of the row that this account has', async () => {
  expect(await applied([asked(sampleTransfer(ASHA, RAVI, 5), 'incoming')])).toMatchObject([
    { row_id: `${TRANSACTION}-in`, account_id: RAVI.id, state: 'open' },
  ])
})

test('the closing of a question that was never asked stops the read model, and so does a side that is not there', async () => {
  expect(await applied([closed], 1)).toEqual([])
  await expect(applied([closed])).rejects.toThrow(PoisonEvent)
  await expect(applied([asked(EXPENSE, 'incoming')])).rejects.toThrow(PoisonEvent)
})
