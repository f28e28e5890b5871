import type { Transaction } from '@ledger/contracts/shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { isUnauthorized } from '../../shared/api/api-error.ts'
import { readAgain } from '../../shared/api/own-ledger.ts'
import { ChangedMeanwhile } from '../../shared/entry/changed-meanwhile.tsx'
import { signInAgain } from '../../shared/session/sign-in-again.ts'

interface Props {
  row: Transaction
  text: string
  onNewer(row: Transaction): void
  onGone(): void
}

/** The message that the user's own entry was changed meanwhile. */
export function ChangedExpense({ row, ...said }: Props) {
  const client = useQueryClient()
  return (
    <ChangedMeanwhile
      {...said}
      readAgain={() => readAgain(client, row)}
      onFailed={(error) => {
        if (!isUnauthorized(error)) return false
        signInAgain()
        return true
      }}
    />
  )
}
