import type { Summary } from '@ledger/contracts/reports.ts'
import type { ReactNode } from 'react'
import { useWords } from '../language/words.ts'
import { Months } from './months.tsx'
import { Shares } from './shares.tsx'
import { words } from './words.ts'

interface Props {
  summary: Pick<Summary, 'months' | 'purposes' | 'beneficiaries'>
  /** One account's months count what it got from and gave to others; the whole company's cannot. */
  transfersCount: boolean
  /** They are of the period before, and stand there until those of this one have come. */
  areOfBefore: boolean
  /** What stands there where nothing happened in the period. */
  empty: ReactNode
  /** Names that lead to what is behind them. */
  purposeName?: (share: { name: string }) => ReactNode
  beneficiaryName?: (share: { id: string | null; name: string }) => ReactNode
}

/** What came and went, by month, by purpose and by beneficiary; each picture with its table. */
export function SummaryPictures({
  summary: { months, purposes, beneficiaries },
  transfersCount,
  areOfBefore,
  empty,
  purposeName,
  beneficiaryName,
}: Props) {
  const t = useWords(words)
  if (months.length === 0)
    return (
      <div
        className="rounded-sheet border border-rule bg-sheet aria-busy:opacity-60 lg:col-span-2"
        aria-busy={areOfBefore}
      >
        {empty}
      </div>
    )
  return (
    <div
      className="grid gap-[inherit] aria-busy:opacity-60 lg:col-span-2 lg:grid-cols-2 lg:items-start"
      aria-busy={areOfBefore}
    >
      <Months months={months} note={transfersCount ? t.withTransfers : t.withoutTransfers} />
      <Shares title={t.byPurpose} column={t.purposeColumn} shares={purposes} nameOf={purposeName} />
      <Shares title={t.byBeneficiary} column={t.beneficiaryColumn} shares={beneficiaries} nameOf={beneficiaryName} />
    </div>
  )
}
