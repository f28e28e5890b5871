import { today } from '../../shared/api/today.ts'
import { FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { DayRangeFields } from '../../shared/entry/form/day-range-fields.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { EditLogDays } from '../api/audit-queries.ts'
import { financialYears } from './financial-year.ts'
import { words } from './screen-texts.ts'

const OTHER_DAYS_OPTION = 'days'

interface Props {
  period: EditLogDays
  onChange(period: EditLogDays): void
}

/** A financial year, or any days. */
export function PeriodPicker({ period, onChange }: Props) {
  const t = useWords(words)
  const last = today()
  return (
    <div className="grid gap-3 md:grid-cols-2 lg:flex">
      <FormField label={t.period}>
        {(parts) => (
          <Select
            {...parts}
            value={period.year ?? OTHER_DAYS_OPTION}
            onChange={({ target: { value } }) =>
              onChange(value === OTHER_DAYS_OPTION ? { from: `${last.slice(0, 8)}01`, to: last } : { year: value })
            }
          >
            {financialYears(last).map((year) => (
              <option key={year} value={year}>
                {t.year(String(year), String(year + 1).slice(2))}
              </option>
            ))}
            <option value={OTHER_DAYS_OPTION}>{t.days}</option>
          </Select>
        )}
      </FormField>
      {period.year !== undefined ? null : (
        <DayRangeFields from={period.from ?? ''} to={period.to ?? ''} max={last} onChange={onChange} />
      )}
    </div>
  )
}
