import type { WorklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import { Link } from '@tanstack/react-router'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'

/** Returns the name of a worklist and the sentence that says what is in it. */
export function useWorklistTexts(): Readonly<Record<WorklistName, { readonly title: string; readonly text: string }>> {
  const t = useWords(words)
  return {
    lowCash: { title: t.lowCash, text: t.lowCashText },
    withoutBill: { title: t.withoutBillList, text: t.withoutBillText },
    questions: { title: t.questions, text: t.questionsText },
    enteredLate: { title: t.enteredLate, text: t.enteredLateText },
    looksTwice: { title: t.looksTwice, text: t.looksTwiceText },
    large: { title: t.large, text: t.largeText },
    changed: { title: t.changed, text: t.changedText },
  }
}

/** The sentence about a worklist, with the way to all entries. */
export function WorklistSentence({ worklist }: { worklist: WorklistName }) {
  const t = useWords(words)
  const { text } = useWorklistTexts()[worklist]
  return (
    <p className="px-4 pb-2 text-ink-soft text-small">
      {text}{' '}
      <Link to="/admin/all-transactions" search={{}} className="font-strong text-ink underline underline-offset-4">
        {t.all}
      </Link>
    </p>
  )
}
