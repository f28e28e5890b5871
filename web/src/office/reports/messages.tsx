import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../shared/api/readers-words.ts'
import { Empty, Failed } from '../../shared/design/states.tsx'
import { dateText, timeText } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { useWords } from '../../shared/language/words.ts'
import { messagesQuery } from '../calls/reports.ts'
import { Scrolling } from '../dashboard/scrolling.tsx'
import { WaitingSection } from '../dashboard/section.tsx'
import { addressTo } from './mail-address.ts'
import { words } from './words.ts'

/** The messages of visitors of the public page, the newest first. */
export function Messages() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { data, error, refetch } = useQuery(messagesQuery)
  if (data === undefined)
    return error === null ? <WaitingSection /> : <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (data.length === 0)
    return (
      <div className="border-rule border-t">
        <Empty title={t.noMessages}>{t.noMessagesText}</Empty>
      </div>
    )
  const link = 'inline-flex min-h-11 items-center underline underline-offset-4 break-all'
  return (
    <Scrolling label={t.messages}>
      <ul>
        {data.map(({ id, name, email, phone, message, sentAt }) => (
          <li key={id} className="border-rule border-t px-4 py-3 md:px-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-strong">{name}</h3>
              <p className="figures text-ink-soft text-small">
                {dateText(sentAt, language)}, {timeText(sentAt)}
              </p>
            </div>
            <p className="whitespace-pre-line">{message}</p>
            <p className="flex flex-wrap gap-x-5">
              <a href={addressTo(email)} className={link}>
                {email}
              </a>
              {phone === null ? null : (
                <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={`${link} figures`}>
                  {phone}
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Scrolling>
  )
}
