import { printable } from '@ledger/contracts/printable.ts'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { Field } from '../../shared/design/field.tsx'
import { Select } from '../../shared/design/select.tsx'
import { useLanguage } from '../../shared/language/language.ts'
import { whoText } from '../../shared/language/who.ts'
import { useWords } from '../../shared/language/words.ts'
import { type Opened, useOpenedPeople } from '../calls/opened-people.ts'
import { ALL, type EditLogSearch } from './edit-log-search.ts'
import { words } from './words.ts'

interface Props {
  search: EditLogSearch
  onChange(change: Partial<Record<'action' | 'actor' | 'account', string>>): void
}

/** The filter of the edit log by action, user and site. A phone shows it behind a button, a desk in one line. */
export function EditLogFilter({ search, onChange }: Props) {
  const t = useWords(words)
  const [open, setOpen] = useState(false)
  const people = useOpenedPeople()
  const language = useLanguage((state) => state.language)
  const sites = people.filter(({ role }) => role === 'site_incharge')
  const supervisors = people.filter(({ role }) => role === 'supervisor')
  const count = [search.action, search.actor, search.account].filter((value) => value !== undefined).length
  const option = (text: (person: Opened) => string) => (person: Opened) => (
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
        <Field label={t.whatWasDone}>
          {(parts) => (
            <Select
              {...parts}
              value={search.action ?? ''}
              onChange={(event) => onChange({ action: event.target.value })}
            >
              <option value="">{t.changedAndDeleted}</option>
              <option value={ALL}>{t.everything}</option>
              <option value="created">{t.onlyCreated}</option>
              <option value="changed">{t.onlyChanged}</option>
              <option value="deleted">{t.onlyDeleted}</option>
            </Select>
          )}
        </Field>
        <Field label={t.by}>
          {(parts) => (
            <Select {...parts} value={search.actor ?? ''} onChange={(event) => onChange({ actor: event.target.value })}>
              <option value="">{t.anybody}</option>
              {people.map(option((person) => whoText(person, language)))}
            </Select>
          )}
        </Field>
        <Field label={t.site}>
          {(parts) => (
            <Select
              {...parts}
              value={search.account ?? ''}
              onChange={(event) => onChange({ account: event.target.value })}
            >
              <option value="">{t.anySite}</option>
              {sites.map(option(({ name, site }) => printable(site === null ? name : `${site}, ${name}`)))}
              <optgroup label={t.supervisors}>{supervisors.map(option(({ name }) => printable(name)))}</optgroup>
            </Select>
          )}
        </Field>
      </div>
    </section>
  )
}
