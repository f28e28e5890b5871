import { useState } from 'react'
import { useWords } from '../language/words.ts'
import { type ChosenBill, useBills } from './use-bills.ts'
import { words } from './words.ts'

/**
 * Holds the bills of a form, which can be sent once each of them is ready.
 * @param uploads true uploads each file as soon as it is chosen; false leaves the upload to the sender of the entry
 */
export function useFormBills(initial: readonly ChosenBill[], uploads: boolean) {
  const t = useWords(words)
  const bills = useBills(initial, uploads)
  const [isSaid, setSaid] = useState(false)
  const problem = bills.isBusy ? t.wait : bills.hasFailed ? t.notSent : undefined
  return {
    bills,
    /** Why the form did not go when it was last asked to, as long as that is so. */
    problem: isSaid ? problem : undefined,
    /** Hands the fields on where every bill is ready. */
    orSay:
      <F>(go: (fields: F) => void) =>
      (fields: F) => {
        setSaid(problem !== undefined)
        if (problem === undefined) go(fields)
      },
  }
}
