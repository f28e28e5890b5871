import type { OfficeUser, SiteUser } from '@ledger/contracts/shapes.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '../../shared/design/states.tsx'
import { ExportButton } from '../../shared/export/export-button.tsx'
import { periodName } from '../../shared/export/sheet-plan.ts'
import { useSettled } from '../../shared/forms/use-settled.ts'
import { BETWEEN } from '../../shared/language/between.ts'
import { useWords } from '../../shared/language/words.ts'
import { inchargePages, inchargesAddress } from '../calls/people.ts'
import { nameOf } from '../dashboard/name-of.ts'
import { SearchField } from '../dashboard/search-field.tsx'
import { DeleteIncharge, EditIncharge } from './incharge-dialogs.tsx'
import { PeopleList } from './people-list.tsx'
import { PersonRow, RowAction } from './person-row.tsx'
import { words } from './words.ts'

/** §2, Site Incharge User Management. */
export function Incharges({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<{ what: 'edit' | 'delete'; site: SiteUser }>()
  const q = useSettled(typed.trim())
  const query = useInfiniteQuery({ ...inchargePages(q), placeholderData: keepPreviousData })
  const close = () => setOpen(undefined)
  const mayChange = admin.role === 'admin'
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
        <SearchField label={t.searchIncharges} value={typed} onChange={setTyped} className="" />
        <ExportButton
          parts={['Site_Incharges', q, periodName({ from: '', to: '' })]}
          job={{ kind: 'people', report: 'sites', address: inchargesAddress(q) }}
          total={query.data?.pages[0]?.count}
        />
      </div>
      <PeopleList
        label={t.incharges}
        query={query}
        searched={q !== ''}
        empty={<Empty title={t.noIncharges}>{mayChange ? t.noInchargesText : undefined}</Empty>}
        row={(site) => (
          <PersonRow
            key={site.id}
            name={nameOf(site)}
            details={
              <>
                {site.siteName ?? t.noSiteName}
                {BETWEEN}
                <span className="figures">{site.mobile}</span>
              </>
            }
            actions={
              mayChange ? (
                <>
                  <RowAction
                    icon={Pencil}
                    label={t.editWho(nameOf(site))}
                    onClick={() => setOpen({ what: 'edit', site })}
                  >
                    {t.edit}
                  </RowAction>
                  <RowAction
                    icon={Trash2}
                    label={t.deleteWho(nameOf(site))}
                    onClick={() => setOpen({ what: 'delete', site })}
                  >
                    {t.delete}
                  </RowAction>
                </>
              ) : undefined
            }
          />
        )}
      />
      {open?.what === 'edit' ? <EditIncharge admin={admin} site={open.site} onClose={close} /> : null}
      {open?.what === 'delete' ? <DeleteIncharge site={open.site} onClose={close} /> : null}
    </>
  )
}
