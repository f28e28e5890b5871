import type { SiteUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import { CircleCheck, CircleSlash, Pencil, PhoneOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { PhoneLostDialog } from './passwords/phone-lost-dialog.tsx'
import { personFullName } from './person-and-site-names.ts'
import { PersonBadge, RowAction } from './person-row.tsx'
import { words } from './screen-texts.ts'
import { useToggleStatus } from './use-toggle-status.ts'

export function StatusBadge({ status }: Pick<Supervisor, 'status'>) {
  const t = useWords(words)
  const active = status === 'active'
  return <PersonBadge tone={active ? 'credit' : 'debit'}>{active ? t.active : t.disabled}</PersonBadge>
}

interface Props {
  person: SiteUser | Supervisor
  onEdit(): void
  onDelete(): void
}

/** The actions of an admin on a site incharge or a supervisor. */
export function FieldUserActions({ person, onEdit, onDelete }: Props) {
  const t = useWords(words)
  const { pending, flip } = useToggleStatus(person)
  const [isLost, setLost] = useState(false)
  const name = personFullName(person)
  const active = person.status === 'active'
  return (
    <>
      <RowAction
        icon={active ? CircleSlash : CircleCheck}
        label={active ? t.disableWho(name) : t.enableWho(name)}
        disabled={pending}
        onClick={flip}
      >
        {active ? t.disable : t.enable}
      </RowAction>
      <RowAction icon={PhoneOff} label={t.phoneLostWho(name)} onClick={() => setLost(true)}>
        {t.phoneLost}
      </RowAction>
      <RowAction icon={Pencil} label={t.editWho(name)} onClick={onEdit}>
        {t.edit}
      </RowAction>
      <RowAction icon={Trash2} label={t.deleteWho(name)} onClick={onDelete}>
        {t.delete}
      </RowAction>
      {isLost ? <PhoneLostDialog person={person} onClose={() => setLost(false)} /> : null}
    </>
  )
}
