import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { isUnauthorized } from '../../shared/api/api-error.ts'
import { refetchOwnRow } from '../../shared/api/own-transaction-queries.ts'
import { EditConflictNotice } from '../../shared/entry/form/edit-conflict-notice.tsx'
import { signInAgain } from '../../shared/session/sign-in-again.ts'

interface Props {
  row: Transaction
  text: string
  onNewer(row: Transaction): void
  onGone(): void
}

/** The message that the user's own entry was changed meanwhile. */
export function ExpenseConflictNotice({ row, ...said }: Props) {
  const client = useQueryClient()
  return (
    <EditConflictNotice
      {...said}
      readAgain={() => refetchOwnRow(client, row)}
      onFailed={(error) => {
        if (!isUnauthorized(error)) return false
        signInAgain()
        return true
      }}
    />
  )
}
