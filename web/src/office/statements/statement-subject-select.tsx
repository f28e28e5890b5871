import { HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import { FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLedgerAccounts } from '../reports/use-ledger-accounts.ts'
import { words } from './screen-texts.ts'
import { siteChoice, WHOLE_COMPANY } from './statement-subject-in-address.ts'

interface Props {
  subject: string
  onChoose(subject: string): void
  /** The name of the beneficiary whose statement is shown: its own page leads here. */
  beneficiary: string | undefined
}

/** The choice of a statement. A subject that is not in the lists, such as a deleted account, stays chosen. */
export function StatementSubjectSelect({ subject, onChoose, beneficiary }: Props) {
  const t = useWords(words)
  const incharges = useLedgerAccounts('site_incharge').data ?? []
  const supervisors = useLedgerAccounts('supervisor').data ?? []
  return (
    <FormField label={t.of}>
      {(parts) => (
        <Select {...parts} value={subject} onChange={(event) => onChoose(event.target.value)}>
          <optgroup label={t.wholeCompany}>
            <option value={WHOLE_COMPANY}>{t.company}</option>
            <option value={HEAD_OFFICE_ACCOUNT}>{t.headOffice}</option>
          </optgroup>
          {beneficiary === undefined ? null : (
            <optgroup label={t.beneficiary}>
              <option value={subject}>{beneficiary}</option>
            </optgroup>
          )}
          <Choices
            label={t.sites}
            choices={incharges.map(({ id, name, site }) => [siteChoice(id), t.siteOf(site ?? '', name)])}
          />
          <Choices label={t.incharges} choices={incharges.map(({ id, label }) => [id, label])} />
          <Choices label={t.supervisors} choices={supervisors.map(({ id, label }) => [id, label])} />
        </Select>
      )}
    </FormField>
  )
}

function Choices({ label, choices }: { label: string; choices: readonly (readonly [string, string])[] }) {
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
