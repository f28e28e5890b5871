import { removeStartOnlySettings } from '@ledger/launch/preparation/start-only-settings.ts'
import { environmentFor } from '@ledger/launch/process-environment.ts'
import { expect, test } from 'vitest'

test('what only the start needs is forgotten, and goes to no process', () => {
  const all: NodeJS.ProcessEnv = {
    ...{ PATH: '/bin', DATABASE_URL: 'postgres://app', SESSION_SECRET: 'a', CHECKPOINT_KEY: 'b' },
    ...{ ADMIN_PASSWORD: 'c', DATABASE_OWNER_URL: 'postgres://owner' },
  }
  removeStartOnlySettings(all)
  expect(Object.keys(all)).toEqual(['PATH', 'DATABASE_URL', 'SESSION_SECRET', 'CHECKPOINT_KEY'])
  expect(environmentFor.worker(all)).toEqual({ PATH: '/bin', DATABASE_URL: 'postgres://app', MALLOC_ARENA_MAX: '1' })
  expect(environmentFor.api(all)).not.toHaveProperty('CHECKPOINT_KEY')
})
