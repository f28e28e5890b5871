import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { contactMessagesQuery } from '../api/report-queries.ts'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { mailtoLink } from './mailto-link.ts'
import { words } from './screen-texts.ts'

/** The messages of visitors of the public page, the newest first. */
export function ContactMessageList() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { data, error, refetch } = useQuery(contactMessagesQuery)
  if (data === undefined)
    return error === null ? (
      <SectionSkeleton />
    ) : (
      <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
    )
  if (data.length === 0)
    return (
      <div className="border-rule border-t">
        <EmptyState title={t.noMessages}>{t.noMessagesText}</EmptyState>
      </div>
    )
  const link = 'inline-flex min-h-11 items-center underline underline-offset-4 break-all'
  return (
    <section aria-label={t.messages}>
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
              <a href={mailtoLink(email)} className={link}>
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
    </section>
  )
}
