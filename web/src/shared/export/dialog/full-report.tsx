import type { AccountLedger } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { Download } from 'lucide-react'
import { Button } from '../../design/controls/button.tsx'
import { countText } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { words } from './screen-texts.ts'

interface Props {
  sums: AccountLedger
  /** True while a file is being made: no other can start then, and the text below says so. */
  busy: boolean
  onDownload(total: number): void
}

/** §2, Full Transaction Report, with the number of its rows. */
export function FullReport({ sums: { credits, debits }, busy, onDownload }: Props) {
  const t = useWords(words)
  const total = credits + debits
  return (
    <section aria-labelledby="export-full" className="grid gap-3 border-rule border-t pt-5">
      <h3 id="export-full" className="font-heavy">
        {t.full}
      </h3>
      <dl className="grid grid-cols-3 tiny:grid-cols-1 gap-3">
        <LabelledCount label={t.credits} count={credits} />
        <LabelledCount label={t.debits} count={debits} />
        <LabelledCount label={t.total} count={total} />
      </dl>
      <Button disabled={busy} onClick={() => onDownload(total)} className="w-full">
        <Download className="size-5" aria-hidden="true" />
        {t.download}
      </Button>
    </section>
  )
}

function LabelledCount({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <dt className="text-ink-soft text-small">{label}</dt>
      <dd className="figures font-heavy text-lead">{countText(count)}</dd>
    </div>
  )
}
