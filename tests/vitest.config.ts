import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** One project for each folder of tests/ that holds tests, and how long one of its tests may take, in ms. */
const timeouts: Record<string, number> = {
  unit: 20_000,
  log: 60_000,
  launch: 60_000,
  api: 30_000,
  access: 60_000,
  openid: 30_000,
  rules: 60_000,
  proof: 120_000,
  browser: 60_000,
  faults: 180_000,
  cluster: 300_000,
}

export const projects = Object.keys(timeouts)

/**
 * The projects that run in their long form: all but the fault runs for `npm run test:all`, and only those for
 * `npm run test:faults` (tests/run.ts).
 */
const longProjects = process.env.LONG_PROJECTS?.split(',') ?? []

/**
 * Too long for every `npm test` in any form, of no use on a busy machine, or a second form of what another file holds:
 * part of a long run alone.
 */
const longOnly = [
  'access/company-isolation/broken-company-leaves-others-running',
  'access/company-isolation/identical-companies-do-not-affect-each-other',
  'access/company-isolation/many-companies-start-at-once',
  'access/two-api-processes',
  'api/operations/error-logs-name-company',
  'browser/admin/reading-at-a-desk',
  'browser/app/large-text',
  'browser/audit/remembered-checkpoint',
  'browser/exports/large-export-memory',
  'browser/offline/back-forward-cache',
  'browser/offline/last-signed-in',
  'browser/offline/offline-start-time',
  'browser/other-browsers/firefox',
  'browser/other-browsers/webkit',
  'browser/public/api-docs-page',
  'browser/site/install-offer',
  'faults/crash/closing-races',
  'faults/crash/disk-full',
  'faults/crash/failover-to-standby',
  'faults/crash/graceful-api-stop',
  'faults/crash/phone-faults',
  'faults/hostile-input/hostile-bills',
  'faults/under-load/latency-during-reports',
  'faults/under-load/log-export-under-load',
  'faults/under-load/overload',
  'faults/under-load/rebuild-under-load',
  'faults/under-load/restore-backup-made-under-load',
  'launch/database-unavailable',
  'launch/interrupt-test-run',
  'launch/stop-without-database',
  'log/queries/worklist-count-limit',
  'log/query-plans/questions-of-a-page',
  'proof/checkpoints/half-a-million-checkpoints',
]
  .filter((path) => !longProjects.some((name) => path.startsWith(`${name}/`)))
  .map((path) => `tests/${path}.test.ts`)

/** Run in no `npm test`, and in each long run: short in `npm run test:all`, in full in `npm run test:faults`. */
const inEachLongRun = [
  'crash/connection-cut-during-prefetch',
  'crash/kill-postgres',
  'crash/kill-worker',
  'crash/missing-standby',
  'hostile-input/random-text-in-exports',
  'under-load/verify-and-rebuild-growing-log',
].map((path) => `tests/faults/${path}.test.ts`)
const notInNpmTest = longProjects.length > 0 ? [] : inEachLongRun

/**
 * The files of these folders share a process, which saves each the two seconds of CPU that loading the API takes: they
 * test a service, or processes, of their own. The others test modules, whose state would pass from one file to the
 * next.
 */
const SHARING = ['api', 'access', 'openid', 'rules', 'proof', 'browser']

/** Where a browser cannot be had, the run says so (tests/environment/processes/other-browsers.ts). */
const withoutTheirBrowser = [
  ...(process.env.FIREFOX_PATH ? [] : ['tests/browser/other-browsers/firefox.test.ts']),
  ...(process.env.WEBKIT_DRIVER_PATH ? [] : ['tests/browser/other-browsers/webkit.test.ts']),
]

/** Only where a cluster is given (docs/scale.md). */
const clusterOnly = process.env.TEST_CLUSTER ? [] : ['tests/cluster/**']

function project(name: string, timeoutMs: number) {
  return {
    root,
    test: {
      name,
      include: [`tests/${name}/**/*.test.ts`, `tests/${name}/**/*.test.tsx`],
      exclude: [...configDefaults.exclude, ...longOnly, ...notInNpmTest, ...withoutTheirBrowser, ...clusterOnly],
      env: { LONG_FORM: longProjects.includes(name) ? 'yes' : 'no' },
      testTimeout: timeoutMs,
      hookTimeout: 120_000,
      isolate: !SHARING.includes(name),
      // A busy machine is slow, not wrong.
      expect: { poll: { timeout: 15_000 } },
      // A test that passes at the second try is a broken test: the run names it. Only a browser test gets a second try,
      // because some three hundred tests wait for paints, streams and workers of a machine that does other things too
      // (docs/decisions/0018-browser-test-retries.md).
      retry: name === 'browser' ? 1 : 0,
    },
  }
}

export default defineConfig({
  root,
  test: {
    // Here and not in the projects: one PostgreSQL for all of them.
    globalSetup: ['tests/environment/database/start-postgres.ts'],
    allowOnly: false,
    // A third one made each test 1.4 times slower and the whole run 5 % shorter.
    maxWorkers: 2,
    teardownTimeout: 20_000,
    projects: Object.entries(timeouts).map(([name, timeoutMs]) => project(name, timeoutMs)),
  },
})
