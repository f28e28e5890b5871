import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** One project for each folder of tests/. */
function project(name: string, timeoutMs: number) {
  return {
    root,
    test: {
      name,
      include: [`tests/${name}/**/*.test.ts`, `tests/${name}/**/*.test.tsx`],
      testTimeout: timeoutMs,
      hookTimeout: 60_000,
      // A test that passes at the second try is a broken test.
      retry: 0,
    },
  }
}

export default defineConfig({
  root,
  test: {
    // Here and not in the projects: one PostgreSQL for all of them.
    globalSetup: ['tests/environment/postgres.ts'],
    allowOnly: false,
    maxWorkers: 2,
    teardownTimeout: 20_000,
    projects: [
      project('unit', 20_000),
      project('launch', 60_000),
      project('api', 30_000),
      project('access', 60_000),
      project('rules', 60_000),
      project('browser', 60_000),
      project('faults', 180_000),
    ],
  },
})
