import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { Entry, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { memoize } from '@ledger/contracts/text/memoize.ts'
import { wordReadings } from '@ledger/contracts/text/sound/word-sound.ts'
import { wordsOfText } from '@ledger/contracts/text/sound/words-of-text.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { entryToColumns, NULLABLE_ENTRY_COLUMNS } from './entry-columns.ts'
import { PoisonEvent, type ReadModel } from './read-model.ts'
import { defineReadModelTable } from './read-model-table.ts'
import type { ReadModelWriter } from './read-model-writer.ts'
import type { RowAccumulator } from './row-accumulator.ts'

/**
 * Every word that an entry, a name or a site ever had, by the consonants of each of its readings. A search finds the
 * spellings of a word here, and then the rows that have them (docs/search.md). A word stays when the last text with it
 * is changed: a search for it then finds no row.
 */
export const searchedWordsReadModel: ReadModel = { tables: ['searched_words'], apply: applyToSearchedWords }

async function applyToSearchedWords(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  await into.upsert(SEARCHED_WORDS_TABLE, (rows) => accumulateSearchedWords(rows, events))
}

const SEARCHED_WORDS_TABLE = defineReadModelTable('searched_words', { consonants: 'text', word: 'text' }, [
  'consonants',
  'word',
])

/** A longer run of letters is no word that anybody types in another script, and an index has no room for any length. */
const MAX_WORD_LENGTH = 64

/** Adds the words of the texts that a page of events brings. */
function accumulateSearchedWords(rows: RowAccumulator<RowOf<'searched_words'>>, events: readonly LedgerEvent[]): void {
  const words = new Set(events.flatMap(textsOf).flatMap(wordsOfText))
  for (const word of words) {
    if (word.length > MAX_WORD_LENGTH) continue

    for (const consonants of consonantsOf(word)) rows.set(`${consonants} ${word}`, { consonants, word })
  }
}

/** Most words of a page are those of the pages before. */
const MAX_REMEMBERED_WORDS = 20_000
const consonantsOf = memoize(
  MAX_REMEMBERED_WORDS,
  (word: string): ReadonlySet<string> => new Set(wordReadings(word).map(({ consonants }) => consonants)),
)

function textsOf(event: LedgerEvent): string[] {
  if (event.type === 'AccountOpened') return namesOf(event.data.profile)
  if (event.type === 'AccountEdited') return namesOf(event.data.after)
  if (event.type === 'BeneficiaryRenamed') return [event.data.after.name]
  const { after } = entryBeforeAndAfter(event)
  return after === undefined ? [] : entryTexts(after)
}

const namesOf = ({ firstName, lastName, site }: { firstName: string; lastName: string; site: string | null }) => [
  firstName,
  lastName,
  site ?? '',
]

function entryTexts(entry: Entry): string[] {
  const others =
    entry.kind === 'debit' ? [entry.beneficiary.name] : entry.kind === 'transfer' ? [entry.counterparty.name] : []
  // A payment mode is found by its label.
  const { payment_mode: _, ...columns } = entryToColumns(entry)
  const fields = Object.entries(columns).map(([column, text]) => {
    if (text === null && !NULLABLE.has(column)) throw new PoisonEvent(`An entry has no ${column}`)
    return text ?? ''
  })
  return [entry.account.name, ...others, ...fields]
}

const NULLABLE: ReadonlySet<string> = new Set(NULLABLE_ENTRY_COLUMNS)
