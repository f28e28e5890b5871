import { HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import { FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { siteWithIncharge } from '../people/person-and-site-names.ts'
import { useLedgerAccounts } from '../reports/use-ledger-accounts.ts'
import { words } from './screen-texts.ts'
import { siteChoice, WHOLE_COMPANY } from './statement-subject-params.ts'

interface Props {
  subject: string
  onChoose(subject: string): void
  /** The name of the subject, once its statement is there. */
  name: string | undefined
}

type Choice = readonly [subject: string, text: string]

/**
 * The choice of a statement. A subject that is not in the lists stays chosen under its name: a beneficiary, whose own
 * page leads here, or a deleted account.
 */
export function StatementSubjectSelect({ subject, onChoose, name }: Props) {
  const t = useWords(words)
  const incharges = useLedgerAccounts('site_incharge').data ?? []
  const supervisors = useLedgerAccounts('supervisor').data ?? []
  const groups: readonly (readonly [label: string, choices: readonly Choice[]])[] = [
    [
      t.wholeCompany,
      [
        [WHOLE_COMPANY, t.company],
        [HEAD_OFFICE_ACCOUNT, t.headOffice],
      ],
    ],
    [t.sites, incharges.map(({ id, name: incharge, site }) => [siteChoice(id), siteWithIncharge(site, incharge)])],
    [t.incharges, incharges.map(({ id, label }) => [id, label])],
    [t.supervisors, supervisors.map(({ id, label }) => [id, label])],
  ]
  const isListed = groups.some(([, choices]) => choices.some(([value]) => value === subject))
  return (
    <FormField label={t.of}>
      {(parts) => (
        <Select {...parts} value={subject} onChange={(event) => onChoose(event.target.value)}>
          {isListed ? null : <option value={subject}>{name ?? t.loading}</option>}
          {groups.map(([label, choices]) => (
            <Choices key={label} label={label} choices={choices} />
          ))}
        </Select>
      )}
    </FormField>
  )
}

function Choices({ label, choices }: { label: string; choices: readonly Choice[] }) {
  if (choices.length === 0) return null
  return (
    <optgroup label={label}>
      {choices.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </optgroup>
  )
}
