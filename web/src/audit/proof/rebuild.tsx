import { type ProjectionName, projectionName } from '@ledger/contracts/projections.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminQuery } from '../../shared/api/office.ts'
import { messageOf } from '../../shared/api/readers-words.ts'
import { Button } from '../../shared/design/button.tsx'
import { Field } from '../../shared/design/field.tsx'
import { Select } from '../../shared/design/select.tsx'
import { showToast } from '../../shared/design/toast-store.ts'
import { countText } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { rebuild, rebuildsQuery } from '../calls/audit-calls.ts'
import { progressWords } from '../frame/progress-bar.tsx'
import { useProjectionName } from '../frame/projection-name.ts'
import { Panel } from './panel.tsx'
import { words } from './words.ts'

const LOOK_MS = 1000

/** Rebuilds a read model and shows the progress. Auditors do not see it, because they change nothing. */
export function Rebuild() {
  const t = useWords(words)
  const { progress } = useWords(progressWords)
  const nameOf = useProjectionName()
  const client = useQueryClient()
  const { data: reader } = useQuery(adminQuery)
  const isAdmin = reader?.role === 'admin'
  const [projection, setProjection] = useState<ProjectionName>('balances')
  const { data: rebuilds = [] } = useQuery({
    ...rebuildsQuery,
    enabled: isAdmin,
    refetchInterval: ({ state }) =>
      state.data?.some((each) => each.state === 'waiting' || each.state === 'running') ? LOOK_MS : false,
  })
  const asked = useMutation({
    mutationFn: () => rebuild({ body: { projection } }),
    retry: false,
    onSuccess: () => client.invalidateQueries({ queryKey: rebuildsQuery.queryKey }),
    onError: (error) => showToast({ tone: 'problem', title: t.rebuildFailed, text: messageOf(error) }),
  })
  if (!isAdmin) return null
  return (
    <Panel title={t.rebuildTitle} text={t.rebuildText}>
      <Field label={t.projection}>
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
      </Field>
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
    </Panel>
  )
}
