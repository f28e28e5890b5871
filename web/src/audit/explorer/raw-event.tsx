import type { AuditEvent } from '@ledger/contracts/audit.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { buttonLook } from '../../shared/design/button.tsx'
import { Dialog } from '../../shared/design/dialog.tsx'
import { countText, dateText, timeText } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { whoText } from '../../shared/language/who.ts'
import { useWords } from '../../shared/language/words.ts'
import { eventAtQuery } from '../calls/audit-calls.ts'
import { transactionOf } from '../sentences/read-event.ts'
import { sentenceOf } from '../sentences/sentence.ts'
import { words } from './words.ts'

const MONO = 'block break-all font-[family-name:ui-monospace,monospace] text-small'

/** An event as the log stores it, with its hash and the hash of the event before it. */
export function RawEvent({ event, onClose }: { event: AuditEvent; onClose(): void }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const transaction = transactionOf(event)
  const moment = (instant: string) => `${dateText(instant, language)}, ${timeText(instant)}`
  const { ip, agent, requestId } = event.meta
  return (
    <Dialog title={t.event(countText(event.position))} onClose={onClose}>
      <p className="mb-4 font-strong">{sentenceOf(event, language)}</p>
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
        <Line label={t.recordedAt}>{moment(event.recordedAt)}</Line>
        {event.date === event.recordedAt ? null : <Line label={t.happenedAt}>{moment(event.date)}</Line>}
        <Line label={t.who}>{whoText(event.actor, language)}</Line>
        {typeof ip === 'string' ? <Line label={t.address}>{ip}</Line> : null}
        {typeof agent === 'string' ? <Line label={t.agent}>{agent}</Line> : null}
        {typeof requestId === 'string' ? (
          <Line label={t.request}>
            <span className={MONO}>{requestId}</span>
          </Line>
        ) : null}
        <Line label={t.eventId}>
          <span className={MONO}>{event.eventId}</span>
        </Line>
        <Line label={t.hash}>
          <span className={MONO}>{event.hash}</span>
        </Line>
        <Line label={t.prevHash}>
          <span className={MONO}>{event.prevHash}</span>
          <Neighbour event={event} />
        </Line>
        <Line label={t.data}>
          <pre className="whitespace-pre-wrap break-words rounded-brick bg-ground p-3 font-[family-name:ui-monospace,monospace] text-small">
            {`${event.type} v${event.schemaVersion}\n${JSON.stringify(event.data, null, 2)}`}
          </pre>
        </Line>
      </dl>
    </Dialog>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-small">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

/** Checks whether the event before has the hash that this event names as its predecessor's. */
function Neighbour({ event }: { event: AuditEvent }) {
  const t = useWords(words)
  const isFirst = event.position === 1
  const { data, error } = useQuery({ ...eventAtQuery(event.position - 1), enabled: !isFirst })
  const before = countText(event.position - 1)
  if (isFirst) return <span className="text-ink-soft">{t.isFirst}</span>
  if (error !== null) return <span className="text-ink-soft">{messageOf(error)}</span>
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
