import type { OfficeUser, Supervisor } from '@ledger/contracts/shapes.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '../../shared/export/export-button.tsx'
import { periodName } from '../../shared/export/sheet-plan.ts'
import { useSettled } from '../../shared/forms/use-settled.ts'
import { rupees } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { supervisorPages, supervisorsAddress } from '../calls/people.ts'
import { nameOf } from '../dashboard/name-of.ts'
import { SearchField } from '../dashboard/search-field.tsx'
import { PeopleList } from './people-list.tsx'
import { PersonRow, RowAction } from './person-row.tsx'
import { DeleteSupervisor, EditSupervisor } from './supervisor-dialogs.tsx'
import { useStatus } from './use-status.ts'
import { words } from './words.ts'

/** §2, Supervisor Management. */
export function Supervisors({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<{ what: 'edit' | 'delete'; supervisor: Supervisor }>()
  const q = useSettled(typed.trim())
  const query = useInfiniteQuery({ ...supervisorPages(q), placeholderData: keepPreviousData })
  const close = () => setOpen(undefined)
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
        <SearchField label={t.searchSupervisors} value={typed} onChange={setTyped} className="" />
        <ExportButton
          parts={['Supervisors', q, periodName({ from: '', to: '' })]}
          job={{ kind: 'people', report: 'supervisors', address: supervisorsAddress(q) }}
          total={query.data?.pages[0]?.count}
        />
      </div>
      <PeopleList
        label={t.supervisors}
        query={query}
        searched={q !== ''}
        empty={<p className="border-rule border-t px-5 py-8 text-center text-ink-soft">{t.noSupervisors}</p>}
        row={(supervisor) => (
          <SupervisorRow
            key={supervisor.id}
            supervisor={supervisor}
            mayChange={admin.role === 'admin'}
            onEdit={() => setOpen({ what: 'edit', supervisor })}
            onDelete={() => setOpen({ what: 'delete', supervisor })}
          />
        )}
      />
      {open?.what === 'edit' ? (
        <EditSupervisor admin={admin} supervisor={open.supervisor} onClose={close} />
      ) : open?.what === 'delete' ? (
        <DeleteSupervisor supervisor={open.supervisor} onClose={close} />
      ) : null}
    </>
  )
}

interface RowProps {
  supervisor: Supervisor
  mayChange: boolean
  onEdit(): void
  onDelete(): void
}

function SupervisorRow({ supervisor, mayChange, onEdit, onDelete }: RowProps) {
  const t = useWords(words)
  const { pending, flip } = useStatus(supervisor)
  const name = nameOf(supervisor)
  const active = supervisor.status === 'active'
  const { currentBalance } = supervisor.siteBalance
  return (
    <PersonRow
      name={name}
      badge={
        <span
          className={`inline-flex items-center gap-1 rounded-brick border px-1.5 font-strong text-[13px]/5 ${active ? 'border-credit text-credit' : 'border-debit bg-debit-wash text-debit'}`}
        >
          {active ? t.active : t.disabled}
        </span>
      }
      details={<span className="figures">{supervisor.mobile}</span>}
      figure={
        <span className={`figures font-heavy ${currentBalance.startsWith('-') ? 'text-debit' : ''}`}>
          {rupees(currentBalance)}
        </span>
      }
      actions={
        mayChange ? (
          <>
            <RowAction
              icon={active ? CircleSlash : CircleCheck}
              label={active ? t.disableWho(name) : t.enableWho(name)}
              disabled={pending}
              onClick={flip}
            >
              {active ? t.disable : t.enable}
            </RowAction>
            <RowAction icon={Pencil} label={t.editWho(name)} onClick={onEdit}>
              {t.edit}
            </RowAction>
            <RowAction icon={Trash2} label={t.deleteWho(name)} onClick={onDelete}>
              {t.delete}
            </RowAction>
          </>
        ) : undefined
      }
    />
  )
}
