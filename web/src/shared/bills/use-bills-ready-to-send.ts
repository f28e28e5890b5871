import { useState } from 'react'
import { useWords } from '../language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import { type ChosenBill, useBills } from './use-bills.ts'

/**
 * Holds the bills of a form, which can be sent once each of them is ready.
 * @param uploads true uploads each file as soon as it is chosen; false leaves the upload to the sender of the entry
 */
export function useBillsReadyToSend(initial: readonly ChosenBill[], uploads: boolean) {
  const t = useWords(words)
  const bills = useBills(initial, uploads)
  const [isSaid, setSaid] = useState(false)
  const problem = bills.isBusy ? t.wait : bills.hasFailed ? t.notSent : undefined
  return {
    bills,
    /** The reason why the last try to send the form was stopped, while it lasts. */
    problem: isSaid ? problem : undefined,
    /** Passes the fields on once every bill is ready. */
    orSay:
      <F>(go: (fields: F) => void) =>
      (fields: F) => {
        setSaid(problem !== undefined)
        if (problem === undefined) go(fields)
      },
  }
}
