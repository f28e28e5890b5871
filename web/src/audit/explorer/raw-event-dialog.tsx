import type { AuditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { buttonLook } from '../../shared/design/controls/button.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import { eventAtQuery } from '../api/audit-queries.ts'
import { eventSentence } from '../sentences/event-sentence.ts'
import { transactionIdOfEvent } from '../sentences/parse-event.ts'
import { words } from './screen-texts.ts'

const MONOSPACE_LOOK = 'block break-all font-[family-name:ui-monospace,monospace] text-small'

/** An event as the log stores it, with its hash and the hash of the event before it. */
export function RawEventDialog({ event, onClose }: { event: AuditEvent; onClose(): void }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const transaction = transactionIdOfEvent(event)
  const moment = (instant: string) => `${dateText(instant, language)}, ${timeText(instant)}`
  const { ip, agent, requestId } = event.meta
  return (
    <Dialog title={t.event(countText(event.position))} onClose={onClose}>
      <p className="mb-4 font-strong">{eventSentence(event, language)}</p>
      {transaction === undefined ? null : (
        <Link
          to="/admin/audit/entry/$id"
          params={{ id: transaction }}
          className={`${buttonLook('primary')} mb-5 w-full`}
        >
          {t.history}
        </Link>
      )}
      <dl className="grid gap-3">
        <RawEventLine label={t.recordedAt}>{moment(event.recordedAt)}</RawEventLine>
        {event.date === event.recordedAt ? null : (
          <RawEventLine label={t.happenedAt}>{moment(event.date)}</RawEventLine>
        )}
        <RawEventLine label={t.who}>{personAndRole(event.actor, language)}</RawEventLine>
        {typeof ip === 'string' ? <RawEventLine label={t.address}>{ip}</RawEventLine> : null}
        {typeof agent === 'string' ? <RawEventLine label={t.agent}>{agent}</RawEventLine> : null}
        {typeof requestId === 'string' ? (
          <RawEventLine label={t.request}>
            <span className={MONOSPACE_LOOK}>{requestId}</span>
          </RawEventLine>
        ) : null}
        <RawEventLine label={t.eventId}>
          <span className={MONOSPACE_LOOK}>{event.eventId}</span>
        </RawEventLine>
        <RawEventLine label={t.hash}>
          <span className={MONOSPACE_LOOK}>{event.hash}</span>
        </RawEventLine>
        <RawEventLine label={t.prevHash}>
          <span className={MONOSPACE_LOOK}>{event.prevHash}</span>
          <PreviousHashCheck event={event} />
        </RawEventLine>
        <RawEventLine label={t.data}>
          <pre className="whitespace-pre-wrap break-words rounded-brick bg-ground p-3 font-[family-name:ui-monospace,monospace] text-small">
            {`${event.type} v${event.schemaVersion}\n${JSON.stringify(event.data, null, 2)}`}
          </pre>
        </RawEventLine>
      </dl>
    </Dialog>
  )
}

function RawEventLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-small">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

/** Checks whether the event before has the hash that this event names as its predecessor's. */
function PreviousHashCheck({ event }: { event: AuditEvent }) {
  const t = useWords(words)
  const isFirst = event.position === 1
  const { data, error } = useQuery({ ...eventAtQuery(event.position - 1), enabled: !isFirst })
  const before = countText(event.position - 1)
  if (isFirst) return <span className="text-ink-soft">{t.isFirst}</span>
  if (error !== null) return <span className="text-ink-soft">{errorMessage(error)}</span>
  if (data === undefined) return <span className="text-ink-soft">{t.looking}</span>
  const follows = data?.position === event.position - 1 && data.hash === event.prevHash
  const Icon = follows ? CircleCheck : CircleAlert
  return (
    <span className={`flex items-center gap-1.5 font-strong text-small ${follows ? 'text-credit' : 'text-debit'}`}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {follows ? t.follows(before) : t.followsNot(before)}
    </span>
  )
}
