import { officeRole } from '@ledger/contracts/roles.ts'
import type { SelectHTMLAttributes } from 'react'
import { Select } from '../../shared/design/controls/select.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { roleLabels } from '../../shared/language/role-labels.ts'
import { words } from './screen-texts.ts'

/** The role of a person of the office. A new person has none until it is chosen. */
export function RoleSelect(props: SelectHTMLAttributes<HTMLSelectElement>) {
  const t = useWords(words)
  const roles = useWords(roleLabels)
  return (
    <Select {...props}>
      {props.value === '' ? <option value="">{t.chooseRole}</option> : null}
      {officeRole.options.map((role) => (
        <option key={role} value={role}>
          {roles[role]}
        </option>
      ))}
    </Select>
  )
}
