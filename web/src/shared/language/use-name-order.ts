import { sortByName } from '@ledger/contracts/text/name-order.ts'
import { useMemo } from 'react'
import { useLanguage } from './language-setting.ts'

/**
 * Returns rows in the order of their names for a reader of the app's language.
 * @param nameOf must be the same function each time
 */
export function useNameOrder<Row>(
  rows: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
): readonly Row[] | undefined {
  const language = useLanguage((state) => state.language)
  return useMemo(() => rows && sortByName(rows, language, nameOf), [rows, language, nameOf])
}
