import { splitSearchWords } from '@ledger/contracts/text/search-words.ts'
import { parseVoucherNumber } from '@ledger/contracts/voucher-number.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { findPurposeWords } from '../purposes/listed-purposes.ts'
import { findTransactionOfVoucher } from '../transactions/voucher-numbers.ts'
import { findPartiesNamed } from './find-parties-named.ts'
import { findSpellings } from './find-spellings.ts'
import {
  combineSearches,
  purposeSearchConditions,
  rowsOfTransactionConditions,
  type SearchConditions,
  wordSearchConditions,
} from './search-conditions.ts'

/** The words and the purpose of a filter. `showsOwners`: the list shows the owners of rows, so words find them too. */
interface RowSearchFilter {
  q?: string | undefined
  purpose?: string | undefined
  showsOwners?: true
}

/** Returns the search for the words and the purpose of a filter; undefined where it has neither. */
export async function buildRowSearch(
  db: Kysely<Database>,
  companyId: string,
  { q, purpose, showsOwners }: RowSearchFilter,
): Promise<SearchConditions | undefined> {
  const { vouchers, words } = await splitVouchers(db, companyId, splitSearchWords(q ?? ''))
  const spellings = await findSpellings(db, companyId, words)
  const named = await findPartiesNamed(db, companyId, spellings)
  const asked = [
    ...vouchers.map(rowsOfTransactionConditions),
    ...words.map((word, place) => {
      const { owners = [], spans = [], parties = [], beneficiaries = [] } = named[place] ?? {}
      const [, ...others] = spellings[place] ?? []
      return wordSearchConditions(word, others, {
        owners: showsOwners ? owners : [],
        spans: showsOwners ? spans : [],
        parties,
        beneficiaries,
      })
    }),
    ...(purpose === undefined
      ? []
      : [purposeSearchConditions(purpose, await findPurposeWords(db, companyId, purpose))]),
  ]
  return asked.length === 0 ? undefined : combineSearches(asked)
}

/**
 * Returns the transactions whose voucher numbers stand among the words, and the other words. A number that no entry has
 * is a word like any other: people write numbers of their own into references.
 */
async function splitVouchers(
  db: Kysely<Database>,
  companyId: string,
  all: readonly string[],
): Promise<{ vouchers: string[]; words: string[] }> {
  const [vouchers, words]: [string[], string[]] = [[], []]
  for (const word of all) {
    const voucher = parseVoucherNumber(word)
    const transaction = voucher && (await findTransactionOfVoucher(db, companyId, voucher))
    if (transaction === undefined) words.push(word)
    else vouchers.push(transaction)
  }
  return { vouchers, words }
}
