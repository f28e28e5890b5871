import { type ReactNode, useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { inBothLanguages, useWords } from '../language/in-both-languages.ts'

const words = inBothLanguages(
  { question: 'Throw away what you typed?', stay: 'Keep writing', discard: 'Throw away' },
  { question: 'आपने जो लिखा, उसे हटा दें?', stay: 'लिखते रहें', discard: 'हटा दें' },
)

/**
 * Asks before a form is left with something typed. Cancel, the cross and Escape ask; the phone's back button does not,
 * because it keeps the draft.
 * @param discard leaves the form without its input
 * @returns `leave` for these three, and the question in place of the form's buttons while it is asked
 */
export function useDiscardQuestion(isEdited: boolean, discard: () => void): { leave(): void; question: ReactNode } {
  const [isAsked, setAsked] = useState(false)
  return {
    leave: () => (isEdited ? setAsked(true) : discard()),
    question: isAsked && isEdited ? <DiscardQuestion onStay={() => setAsked(false)} onDiscard={discard} /> : null,
  }
}

function DiscardQuestion({ onStay, onDiscard }: { onStay(): void; onDiscard(): void }) {
  const t = useWords(words)
  return (
    <fieldset className="col-span-full grid grid-cols-2 tiny:grid-cols-1 gap-3">
      <legend role="alert" className="mb-2 font-strong">
        {t.question}
      </legend>
      <Button
        kind="secondary"
        // The question takes the place of the button that was pressed, which had the focus.
        autoFocus
        onClick={onStay}
        className="min-h-14 px-3!"
      >
        {t.stay}
      </Button>
      <Button kind="danger" onClick={onDiscard} className="min-h-14 px-3!">
        {t.discard}
      </Button>
    </fieldset>
  )
}
