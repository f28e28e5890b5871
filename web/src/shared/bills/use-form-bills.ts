import { useState } from 'react'
import { useWords } from '../language/words.ts'
import { type ChosenBill, useBills } from './use-bills.ts'
import { words } from './words.ts'

/**
 * The bills of a form, which goes when each of them is ready.
 * @param uploads each is uploaded when it was chosen; else it waits for whoever sends the entry
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
