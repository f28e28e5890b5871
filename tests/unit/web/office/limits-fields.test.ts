import { officeSettingsBody } from '@ledger/contracts/http/worklists/worklist-limit-schemas.ts'
import { mergeTypedLimits, settingsBodyOf } from '@ledger/web/src/office/settings/worklist-limits-fields.ts'
import { expect, test } from 'vitest'

test('what another admin saved takes the place of what was not touched here', () => {
  const shown = { lowCash: '10000', billAbove: '5000', large: '100000', lateDays: '7' }
  const typed = { ...shown, lateDays: '9' }
  const now = { ...shown, large: '500000', lateDays: '30' }
  expect(mergeTypedLimits(typed, shown, now)).toEqual({ ...shown, large: '500000', lateDays: '9' })
})

test.each(['1000', '1.5', '-5', '7 days'])(
  '%s as a number of days is refused whole, and not cut to one',
  (lateDays) => {
    const body = settingsBodyOf({ lowCash: '', billAbove: '', large: '', lateDays })
    expect(officeSettingsBody.safeParse(body).error?.issues.map(({ path }) => path[0])).toEqual(['lateDays'])
  },
)
