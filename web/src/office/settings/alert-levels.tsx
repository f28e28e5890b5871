import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { personFullName } from '../people/person-and-site-names.ts'
import { AlertLevelDialog } from './alert-level-dialog.tsx'
import { words } from './screen-texts.ts'

/** Every site with its alert level. An admin changes it in a dialog. */
export function AlertLevels({ mayChange }: { mayChange: boolean }) {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(sitesQuery)
  const sites = useNameOrder(data, personFullName)
  const [changed, setChanged] = useState<SiteUser>()
  if (sites === undefined)
    return error === null ? (
      <SkeletonBar className="h-40 w-full" />
    ) : (
      <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
    )
  return (
    <>
      <ul>
        {sites.map((site) => (
          <li key={site.id} className="flex items-center justify-between gap-3 border-rule border-t py-2">
            <div className="min-w-0">
              <p className="truncate font-strong">{personFullName(site)}</p>
              <p className="truncate text-ink-soft text-small">{site.siteName}</p>
            </div>
            <div className="flex shrink-0 items-center gap-3">
              <span className={site.alertLevel ? 'figures font-strong' : 'text-ink-soft text-small'}>
                {site.alertLevel ? rupees(site.alertLevel) : t.levelOfAll}
              </span>
              {mayChange ? (
                <Button
                  kind="secondary"
                  aria-label={t.alertLevelOf(personFullName(site))}
                  onClick={() => setChanged(site)}
                >
                  {t.change}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {changed === undefined ? null : <AlertLevelDialog site={changed} onClose={() => setChanged(undefined)} />}
    </>
  )
}
