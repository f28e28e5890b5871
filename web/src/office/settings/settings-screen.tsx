import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { OfficeSettings as Settings } from '@ledger/contracts/http/worklists/worklist-limit-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { OfficePage } from '../shell/office-page.tsx'
import { AlertLevels } from './alert-levels.tsx'
import { PurposesSection } from './purposes/purposes-section.tsx'
import { words } from './screen-texts.ts'
import { officeSettingsQuery } from './settings-queries.ts'
import { WorklistLimitsForm } from './worklist-limits-form.tsx'

/** `/admin/settings`: the limits of the worklists. An admin changes them, the others of the office read them. */
export function OfficeSettingsScreen() {
  const t = useWords(words)
  return <OfficePage title={t.title}>{(user) => <SettingsSections role={user.role} />}</OfficePage>
}

function SettingsSections({ role }: Pick<OfficeUser, 'role'>) {
  const t = useWords(words)
  const mayChange = role === 'admin'
  const { data, error, refetch } = useQuery(officeSettingsQuery)
  return (
    <div className="grid max-w-3xl gap-4 md:gap-5">
      <section
        aria-busy={data === undefined && error === null}
        className="grid gap-4 rounded-sheet border border-rule bg-sheet p-4 md:p-5"
      >
        <h2 className="font-heavy text-lead">{t.limits}</h2>
        <p className="text-ink-soft">{t.limitsText}</p>
        {data !== undefined ? (
          mayChange ? (
            <WorklistLimitsForm settings={data} />
          ) : (
            <LimitsRead settings={data} />
          )
        ) : error === null ? (
          <SkeletonBar className="h-64 w-full" />
        ) : (
          <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
        )}
      </section>
      <section className="grid gap-3 rounded-sheet border border-rule bg-sheet p-4 md:p-5">
        <h2 className="font-heavy text-lead">{t.alertLevels}</h2>
        <p className="text-ink-soft">{t.alertLevelsText}</p>
        <AlertLevels mayChange={mayChange} />
      </section>
      <PurposesSection mayChange={role !== 'auditor'} />
    </div>
  )
}

function LimitsRead({ settings: { lowCash, billAbove, large, lateDays } }: { settings: Settings }) {
  const t = useWords(words)
  const amount = (limit: string | null) => (limit === null ? t.off : rupees(limit))
  const rows = [
    { label: t.lowCash, value: amount(lowCash) },
    { label: t.billAbove, value: amount(billAbove) },
    { label: t.large, value: amount(large) },
    { label: t.lateDays, value: lateDays === null ? t.off : t.days(String(lateDays)) },
  ]
  return (
    <>
      <dl>
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 border-rule border-t py-3">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="figures font-strong">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-soft text-small">{t.readOnly}</p>
    </>
  )
}
