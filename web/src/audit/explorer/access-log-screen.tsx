import { useNavigate, useSearch } from '@tanstack/react-router'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { ACCESS_EVENT_TYPES } from '../sentences/event-type-labels.ts'
import { EventFilterPanel } from './event-filter-panel.tsx'
import { EventList } from './event-list.tsx'
import { words } from './screen-texts.ts'

/** `/admin/audit/access`: the explorer for the events of access: sign-ins, and everything that was looked at. */
export function AccessLog() {
  const t = useWords(words)
  const filter = useSearch({ from: '/admin/audit/access' })
  const navigate = useNavigate()
  return (
    <AuditFrame title={t.accessTitle}>
      <div className="grid gap-4 lg:grid-cols-[300px_minmax(0,1fr)] lg:items-start lg:gap-6">
        <div className="grid gap-4">
          <p className="text-ink-soft">{t.accessText}</p>
          <EventFilterPanel
            filter={filter}
            types={ACCESS_EVENT_TYPES}
            onChange={(search) =>
              void navigate({ to: '/admin/audit/access', search, replace: true, resetScroll: false })
            }
          />
        </div>
        <EventList filter={filter} types={ACCESS_EVENT_TYPES} />
      </div>
    </AuditFrame>
  )
}
