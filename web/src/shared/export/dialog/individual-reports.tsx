import type { RecipientTotals } from '@ledger/contracts/http/reports/recipient-totals.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import { normalizeName } from '@ledger/contracts/text/text-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { beneficiariesQuery } from '../../api/field-queries.ts'
import { Button } from '../../design/controls/button.tsx'
import { controlLook, FormField } from '../../design/controls/form-field.tsx'
import { countText, rupees } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { netLabelOf } from './net-label.ts'
import { words } from './screen-texts.ts'

interface Props {
  people: readonly RecipientTotals[]
  busy: boolean
  /** `count` is left out where it is not known. */
  onDownload(person: Pick<RecipientTotals, 'recipient'> & { count?: number }): void
}

/**
 * §2, Individual Reports: for each of the last people the money from them, the money to them, and a file of those rows.
 */
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
          <PersonReport
            key={person.recipient ?? ''}
            person={person}
            busy={busy}
            onDownload={() => onDownload(person)}
          />
        ))}
      </ul>
      <OtherNameReport busy={busy} onDownload={onDownload} />
    </section>
  )
}

function PersonReport({ person, busy, onDownload }: { person: RecipientTotals; busy: boolean; onDownload(): void }) {
  const t = useWords(words)
  const { recipient, received, paid, count } = person
  const name = recipient ?? t.headOffice
  const net = paiseOf(received) - paiseOf(paid)
  return (
    <li className="flex items-center gap-3 border-rule border-b py-3 last:border-b-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <div className="md:flex md:items-baseline md:justify-between md:gap-x-3">
          <p className="min-w-0 font-strong [overflow-wrap:anywhere]">{name}</p>
          <p className={`font-heavy ${net < 0 ? '' : 'text-credit'}`}>
            <span className="whitespace-nowrap font-normal text-ink-soft text-small">{t[netLabelOf(person)]}</span>{' '}
            <span className="figures">
              {rupees(formatAmount(Math.abs(net)))} {net < 0 ? t.dr : t.cr}
            </span>
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

/** All other beneficiaries ever paid, found as the user types by the browser's own list. */
function OtherNameReport({ busy, onDownload }: Pick<Props, 'busy' | 'onDownload'>) {
  const t = useWords(words)
  const { data: known } = useQuery(beneficiariesQuery)
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const list = useId()
  const download = (event: FormEvent) => {
    event.preventDefault()
    const found = known?.find(({ name }) => normalizeName(name) === normalizeName(typed))
    setMissing(found === undefined)
    if (found !== undefined) onDownload({ recipient: found.name })
  }
  if (known === undefined || known.length === 0) return null
  return (
    <form noValidate onSubmit={download} className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
      <FormField label={t.otherName} error={isMissing ? t.pickName : undefined}>
        {(parts) => (
          <input
            {...parts}
            list={list}
            value={typed}
            autoComplete="off"
            maxLength={120}
            onChange={(event) => setTyped(event.target.value)}
            className={controlLook}
          />
        )}
      </FormField>
      <datalist id={list}>
        {known.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <Button kind="secondary" type="submit" disabled={busy} aria-label={t.downloadOther} className="mt-8 w-12 px-0!">
        <Download className="size-5" aria-hidden="true" />
      </Button>
    </form>
  )
}
