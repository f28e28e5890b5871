import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { EditConflictNotice } from '../../shared/entry/form/edit-conflict-notice.tsx'
import { refetchCompanyRow } from '../api/transaction-queries.ts'

interface Props {
  row: CompanyTransaction
  text: string
  onNewer(row: CompanyTransaction): void
  onGone(): void
}

/** The message that a credit of head office was changed meanwhile. */
export function CreditConflictNotice({ row, ...said }: Props) {
  const client = useQueryClient()
  return <EditConflictNotice {...said} readAgain={() => refetchCompanyRow(client, row)} />
}
