import { dayOf } from '@ledger/contracts/dates.ts'
import { controlLook, Field } from '../../design/field.tsx'
import { Select } from '../../design/select.tsx'
import { useWords } from '../../language/words.ts'
import type { EditLogPeriod } from '../calls/audit-calls.ts'
import { financialYears } from './financial-year.ts'
import { words } from './words.ts'

const DAYS = 'days'

interface Props {
  period: EditLogPeriod
  onChange(period: EditLogPeriod): void
}

/** A financial year, or any days. */
export function PeriodPicker({ period, onChange }: Props) {
  const t = useWords(words)
  const today = dayOf(new Date().toISOString())
  return (
    <div className="grid gap-3 md:grid-cols-2 lg:flex">
      <Field label={t.period}>
        {(parts) => (
          <Select
            {...parts}
            value={period.year ?? DAYS}
            onChange={({ target: { value } }) =>
              onChange(value === DAYS ? { from: `${today.slice(0, 8)}01`, to: today } : { year: value })
            }
          >
            {financialYears(today).map((year) => (
              <option key={year} value={year}>
                {t.year(String(year), String(year + 1).slice(2))}
              </option>
            ))}
            <option value={DAYS}>{t.days}</option>
          </Select>
        )}
      </Field>
      {period.year !== undefined ? null : (
        <div className="grid grid-cols-2 gap-3">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={t[end]}>
              {(parts) => (
                <input
                  {...parts}
                  type="date"
                  max={today}
                  value={period[end] ?? ''}
                  onChange={(event) => onChange({ ...period, [end]: event.target.value })}
                  className={`${controlLook} figures`}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </div>
  )
}
