import { purposesBody } from '@ledger/contracts/http/purposes/purpose-and-budget-schemas.ts'
import { findSharedWord, type ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refetchOfficeLists } from '../../../shared/api/office-queries.ts'
import { showToast } from '../../../shared/design/toast/toast-store.ts'
import { useRuleTranslation } from '../../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { setPurposes } from '../../api/purpose-and-budget-queries.ts'
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts'
import { words } from './screen-texts.ts'

/** The list as the user saw it. */
export interface SeenList {
  readonly purposes: readonly ListedPurpose[]
  readonly revision: number
}

/**
 * Saves a changed list, which the server refuses where another user has changed it since. A list that the contract
 * refuses has a `problem`, and is not sent.
 */
export function useSavePurposes({ revision }: SeenList, onSaved: () => void) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [problem, setProblem] = useState<string>()
  const saving = useMutation({
    mutationFn: (list: readonly ListedPurpose[]) =>
      setPurposes({
        body: list.map(({ name, hindi, aliases }) => ({ name, hindi, aliases: [...aliases] })),
        ifRevision: revision,
        idempotencyKey: key.toSend(),
      }),
    onSuccess() {
      key.done()
      showToast({ tone: 'done', title: t.saved, text: t.savedText })
      onSaved()
      void refetchOfficeLists(client)
    },
    onError(error) {
      key.failed(error)
      // After a refusal the list that stands now is shown behind the dialog.
      void refetchOfficeLists(client)
    },
  })
  return {
    save(list: readonly ListedPurpose[]) {
      const { data, error } = purposesBody.safeParse(list)
      const word = data && findSharedWord(data)
      const found = word === undefined ? inWords(error?.issues[0]?.message) : t.shared(word)
      setProblem(found)
      if (found === undefined && !saving.isPending) saving.mutate(list)
    },
    problem,
    error: saving.error,
    isSaving: saving.isPending,
  }
}
