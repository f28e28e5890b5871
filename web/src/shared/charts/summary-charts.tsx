import type { AccountSummary } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import type { ReactNode } from 'react'
import { useWords } from '../language/in-both-languages.ts'
import { MonthChartAndTable } from './month-chart-and-table.tsx'
import { words } from './screen-texts.ts'
import { SpendingShareTable } from './spending-share-table.tsx'

interface Props {
  summary: Pick<AccountSummary, 'months' | 'purposes' | 'beneficiaries'>
  /** True where transfers count as money in and out: they do in one account's months, not in the whole company's. */
  transfersCount: boolean
  /** True while the pictures still show the period before, until the answer for this one arrives. */
  areOfBefore: boolean
  /** Shown where nothing happened in the period. */
  empty: ReactNode
  /** Renders a name as a link to its entries. */
  purposeName?: (share: { name: string }) => ReactNode
  beneficiaryName?: (share: { id: string | null; name: string }) => ReactNode
  monthName?: (month: string, text: string) => ReactNode
  /** Opens the entries of a month, `2026-04`. */
  openMonth?: (month: string) => void
}

/** Draws money in and out by month, purpose and beneficiary, each picture with its table. */
export function SummaryCharts({
  summary: { months, purposes, beneficiaries },
  transfersCount,
  areOfBefore,
  empty,
  purposeName,
  beneficiaryName,
  monthName,
  openMonth,
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
      <MonthChartAndTable
        months={months}
        note={transfersCount ? t.withTransfers : t.withoutTransfers}
        nameOf={monthName}
        openMonth={openMonth}
      />
      <SpendingShareTable title={t.byPurpose} column={t.purposeColumn} shares={purposes} nameOf={purposeName} />
      <SpendingShareTable
        title={t.byBeneficiary}
        column={t.beneficiaryColumn}
        shares={beneficiaries}
        nameOf={beneficiaryName}
      />
    </div>
  )
}
