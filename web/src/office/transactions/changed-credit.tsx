import type { CompanyTransaction } from '@ledger/contracts/shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ChangedMeanwhile } from '../../shared/entry/changed-meanwhile.tsx'
import { readAgain } from '../calls/money.ts'

interface Props {
  row: CompanyTransaction
  text: string
  onNewer(row: CompanyTransaction): void
  onGone(): void
}

/** The message that a credit of head office was changed meanwhile. */
export function ChangedCredit({ row, ...said }: Props) {
  const client = useQueryClient()
  return <ChangedMeanwhile {...said} readAgain={() => readAgain(client, row)} />
}
