import { Field } from '../../shared/design/field.tsx'
import { Select } from '../../shared/design/select.tsx'
import { DayField } from '../../shared/entry/day-field.tsx'
import { today } from '../../shared/entry/today.ts'
import { useWords } from '../../shared/language/words.ts'
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
  const last = today()
  return (
    <div className="grid gap-3 md:grid-cols-2 lg:flex">
      <Field label={t.period}>
        {(parts) => (
          <Select
            {...parts}
            value={period.year ?? DAYS}
            onChange={({ target: { value } }) =>
              onChange(value === DAYS ? { from: `${last.slice(0, 8)}01`, to: last } : { year: value })
            }
          >
            {financialYears(last).map((year) => (
              <option key={year} value={year}>
                {t.year(String(year), String(year + 1).slice(2))}
              </option>
            ))}
            <option value={DAYS}>{t.days}</option>
          </Select>
        )}
      </Field>
      {period.year !== undefined ? null : (
        <div className="grid gap-3 min-[380px]:grid-cols-2">
          {(['from', 'to'] as const).map((end) => (
            <DayField
              key={end}
              label={t[end]}
              max={last}
              value={period[end] ?? ''}
              onChange={(day) => onChange({ ...period, [end]: day })}
            />
          ))}
        </div>
      )}
    </div>
  )
}
