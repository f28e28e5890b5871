import { expect, it } from 'vitest'
import { startFirefox } from './firefox.ts'
import { testAsFieldUser } from './test-as-field-user.ts'

const visit = testAsFieldUser(startFirefox)

it('said nothing else on the console', () => {
  expect(visit().browser.consoleMessages()).toEqual([])
})
