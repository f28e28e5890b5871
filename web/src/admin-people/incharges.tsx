import type { OfficeUser, SiteUser } from '@ledger/contracts/shapes.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { inchargePages } from '../admin-calls/people.ts'
import { nameOf } from '../admin-dashboard/name-of.ts'
import { SearchField } from '../admin-dashboard/search-field.tsx'
import { Empty } from '../design/states.tsx'
import { useSettled } from '../forms/use-settled.ts'
import { useWords } from '../language/words.ts'
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
      <SearchField label={t.searchIncharges} value={typed} onChange={setTyped} />
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
                {site.siteName ?? t.noSiteName} · <span className="figures">{site.mobile}</span>
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
