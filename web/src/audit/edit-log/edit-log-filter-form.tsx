import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import { type OpenedAccount, useOpenedAccounts } from '../api/use-opened-accounts.ts'
import { ALL_ACTIONS, type EditLogSearchParams } from './edit-log-search-params.ts'
import { words } from './screen-texts.ts'

interface Props {
  search: EditLogSearchParams
  onChange(change: Partial<Record<'action' | 'actor' | 'account', string>>): void
}

/** The filter of the edit log by action, user and site. A phone shows it behind a button, a desk in one line. */
export function EditLogFilterForm({ search, onChange }: Props) {
  const t = useWords(words)
  const [open, setOpen] = useState(false)
  const people = useOpenedAccounts()
  const language = useLanguage((state) => state.language)
  const sites = people.filter(({ role }) => role === 'site_incharge')
  const supervisors = people.filter(({ role }) => role === 'supervisor')
  const count = [search.action, search.actor, search.account].filter((value) => value !== undefined).length
  const option = (text: (person: OpenedAccount) => string) => (person: OpenedAccount) => (
    <option key={person.id} value={person.id}>
      {text(person)}
    </option>
  )
  return (
    <section aria-label={t.filter} className="grid gap-3">
      <Button kind="secondary" aria-expanded={open} onClick={() => setOpen(!open)} className="md:hidden">
        <SlidersHorizontal className="size-5" aria-hidden="true" />
        {t.filter}
        {count === 0 ? null : <span className="figures">({count})</span>}
      </Button>
      <div className={`gap-3 md:grid md:grid-cols-3 ${open ? 'grid' : 'hidden'}`}>
        <FormField label={t.whatWasDone}>
          {(parts) => (
            <Select
              {...parts}
              value={search.action ?? ''}
              onChange={(event) => onChange({ action: event.target.value })}
            >
              <option value="">{t.changedAndDeleted}</option>
              <option value={ALL_ACTIONS}>{t.everything}</option>
              <option value="created">{t.onlyCreated}</option>
              <option value="changed">{t.onlyChanged}</option>
              <option value="deleted">{t.onlyDeleted}</option>
            </Select>
          )}
        </FormField>
        <FormField label={t.by}>
          {(parts) => (
            <Select {...parts} value={search.actor ?? ''} onChange={(event) => onChange({ actor: event.target.value })}>
              <option value="">{t.anybody}</option>
              {people.map(option((person) => personAndRole(person, language)))}
            </Select>
          )}
        </FormField>
        <FormField label={t.site}>
          {(parts) => (
            <Select
              {...parts}
              value={search.account ?? ''}
              onChange={(event) => onChange({ account: event.target.value })}
            >
              <option value="">{t.anySite}</option>
              {sites.map(option(({ name, site }) => printableLine(site === null ? name : `${site}, ${name}`)))}
              <optgroup label={t.supervisors}>{supervisors.map(option(({ name }) => printableLine(name)))}</optgroup>
            </Select>
          )}
        </FormField>
      </div>
    </section>
  )
}
