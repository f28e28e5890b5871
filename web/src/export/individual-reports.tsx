import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import type { RecipientSums } from '@ledger/contracts/recipient-sums.ts'
import { Download } from 'lucide-react'
import { Button } from '../design/button.tsx'
import { countText, rupees } from '../language/figures.ts'
import { useWords } from '../language/words.ts'
import { words } from './words.ts'

interface Props {
  people: readonly RecipientSums[]
  busy: boolean
  onDownload(person: RecipientSums): void
}

/** §2, Individual Reports: for each of the last people what came from them, what went to them, and a file of those rows. */
export function IndividualReports({ people, busy, onDownload }: Props) {
  const t = useWords(words)
  return (
    <section aria-labelledby="export-individual" className="border-rule border-t pt-5">
      <h3 id="export-individual" className="font-heavy">
        {t.individual}
      </h3>
      <p className="text-ink-soft text-small">{people.length === 0 ? t.noDataText : t.individualHint}</p>
      <ul>
        {people.map((person) => (
          <Person key={person.recipient ?? ''} person={person} busy={busy} onDownload={() => onDownload(person)} />
        ))}
      </ul>
    </section>
  )
}

function Person({ person, busy, onDownload }: { person: RecipientSums; busy: boolean; onDownload(): void }) {
  const t = useWords(words)
  const { recipient, received, paid, count } = person
  const name = recipient ?? t.headOffice
  const net = paiseOf(received) - paiseOf(paid)
  return (
    <li className="flex items-center gap-3 border-rule border-b py-3 last:border-b-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <div className="md:flex md:items-baseline md:justify-between md:gap-x-3">
          <p className="min-w-0 truncate font-strong">{name}</p>
          <p className={`figures whitespace-nowrap font-heavy ${net < 0 ? 'text-debit' : 'text-credit'}`}>
            <span className="font-normal text-ink-soft text-small">{t.net}</span> {rupees(formatAmount(Math.abs(net)))}{' '}
            {net < 0 ? t.dr : t.cr}
          </p>
        </div>
        <p className="figures flex flex-wrap gap-x-3 text-ink-soft text-small">
          <span>
            {t.received} {rupees(received)}
          </span>
          <span>
            {t.paid} {rupees(paid)}
          </span>
          <span>{t.count(countText(count))}</span>
        </p>
      </div>
      <Button
        kind="secondary"
        disabled={busy}
        aria-label={t.downloadOf(name)}
        onClick={onDownload}
        className="w-12 px-0!"
      >
        <Download className="size-5" aria-hidden="true" />
      </Button>
    </li>
  )
}
