import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { EVENT_TYPES } from '../sentences/event-type-labels.ts'
import { EventFilterPanel } from './event-filter-panel.tsx'
import { EventList } from './event-list.tsx'
import { words } from './screen-texts.ts'

/** `/admin/audit`: every event of the log, as sentences. */
export function Explorer() {
  const t = useWords(words)
  const filter = useSearch({ from: '/admin/audit' })
  const navigate = useNavigate()
  return (
    <AuditFrame title={t.title}>
      <div className="grid gap-4 lg:grid-cols-[300px_minmax(0,1fr)] lg:items-start lg:gap-6">
        <EventFilterPanel
          filter={filter}
          types={EVENT_TYPES}
          onChange={(search) => void navigate({ to: '/admin/audit', search, replace: true, resetScroll: false })}
        />
        <EventList filter={filter} types={[]} />
      </div>
    </AuditFrame>
  )
}
