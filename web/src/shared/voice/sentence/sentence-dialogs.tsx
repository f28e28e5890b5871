import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import type { ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { useState } from 'react'
import { today } from '../../api/today.ts'
import { currentLanguage, useWords } from '../../language/in-both-languages.ts'
import { bestSpokenExpense, type SpokenExpense } from '../parse-spoken-expense.ts'
import { VoiceDialog } from '../voice-dialog.tsx'
import { HeardFieldsDialog, type SpokenFields } from './heard-fields-dialog.tsx'
import { words } from './screen-texts.ts'

export interface SentenceDialogsProps {
  beneficiaries: readonly Beneficiary[]
  purposes: readonly ListedPurpose[]
  onFields(fields: SpokenFields): void
  onClose(): void
}

/** Listens to one sentence, and then shows what it would fill in. */
export function SentenceDialogs({ beneficiaries, purposes, onFields, onClose }: SentenceDialogsProps) {
  const t = useWords(words)
  const [read, setRead] = useState<SpokenExpense>()
  return read === undefined ? (
    <VoiceDialog
      field={t.whole}
      kind="sentence"
      onClose={onClose}
      onHeard={(_, readings) =>
        setRead(bestSpokenExpense(readings, { beneficiaries, purposes, today: today(), language: currentLanguage() }))
      }
    />
  ) : (
    <HeardFieldsDialog
      read={read}
      onClose={onClose}
      onAgain={() => setRead(undefined)}
      onFill={(fields) => {
        onClose()
        onFields(fields)
      }}
    />
  )
}
