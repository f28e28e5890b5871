import { type ProjectionName, projectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { adminQuery } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { rebuildsQuery, startRebuild } from '../api/audit-queries.ts'
import { progressWords } from '../frame/progress-bar.tsx'
import { useProjectionLabel } from '../frame/use-projection-label.ts'
import { PanelFrame } from './panel-frame.tsx'
import { words } from './screen-texts.ts'

const REBUILD_POLL_MS = 1000

/** Rebuilds a read model and shows the progress. Auditors do not see it, because they change nothing. */
export function RebuildReadModelPanel() {
  const t = useWords(words)
  const { progress } = useWords(progressWords)
  const nameOf = useProjectionLabel()
  const client = useQueryClient()
  const { data: reader } = useQuery(adminQuery)
  const isAdmin = reader?.role === 'admin'
  const [projection, setProjection] = useState<ProjectionName>('balances')
  const { data: rebuilds = [] } = useQuery({
    ...rebuildsQuery,
    enabled: isAdmin,
    refetchInterval: ({ state }) =>
      state.data?.some((each) => each.state === 'waiting' || each.state === 'running') ? REBUILD_POLL_MS : false,
  })
  const asked = useMutation({
    mutationFn: () => startRebuild({ body: { projection } }),
    retry: false,
    onSuccess: () => client.invalidateQueries({ queryKey: rebuildsQuery.queryKey }),
    onError: (error) => showToast({ tone: 'problem', title: t.rebuildFailed, text: errorMessage(error) }),
  })
  if (!isAdmin) return null
  return (
    <PanelFrame title={t.rebuildTitle} text={t.rebuildText}>
      <FormField label={t.projection}>
        {(parts) => (
          <Select
            {...parts}
            value={projection}
            onChange={(event) =>
              setProjection(projectionName.options.find((each) => each === event.target.value) ?? 'balances')
            }
          >
            {projectionName.options.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <Button kind="secondary" disabled={asked.isPending} onClick={() => asked.mutate()}>
        {asked.isPending ? t.asking : t.rebuild}
      </Button>
      <ul aria-live="polite">
        {rebuilds.map((each) => (
          <li key={each.projection} className="grid gap-1 border-rule border-t py-2">
            <span className="flex justify-between gap-3">
              <span className="font-strong">{nameOf(each.projection)}</span>
              <span className={each.state === 'failed' ? 'text-debit' : 'text-ink-soft'}>{t[each.state]}</span>
            </span>
            {each.of === 0 ? null : (
              <span className="figures text-ink-soft text-small">
                {progress(countText(each.events), countText(each.of))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </PanelFrame>
  )
}
