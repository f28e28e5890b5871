import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runningPostmaster } from '@ledger/launch/postgres/orphan-postgres.ts'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { isFullRun } from '../environment/full-run.ts'
import { runLauncher, stopEveryLauncher } from './run-launcher.ts'

const script = fileURLToPath(new URL('../../launch/ledger-cli.ts', import.meta.url))
const DATA_DIR = join(temporaryFolder(), 'data')

afterEach(stopEveryLauncher)

function ledger(dataDirectory: string, ...args: string[]): { status: number | null; output: string } {
  const env = { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '' }
  const done = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
  return { status: done.status, output: done.stdout + done.stderr }
}

test('without a ledger a command says so, and makes nothing', () => {
  const nowhere = join(temporaryFolder(), 'data')
  expect(ledger(nowhere, 'verify')).toEqual({
    status: 78,
    output: `There is no ledger in ${nowhere} yet: npm start makes one.\n`,
  })
  expect(existsSync(nowhere)).toBe(false)
})

test('a restore needs no ledger, wherever its options stand', () => {
  const { output } = ledger(join(temporaryFolder(), 'data'), '--json', 'restore', '/nowhere.backup')
  expect(output).toMatch(/^\{"ok":false,"error":"Give BACKUP_PASSPHRASE/)
})

if (isFullRun)
  test('a command works on the database that runs, and on one that it starts for itself', async () => {
    const run = runLauncher({ DATA_DIR })
    await run.address
    const beside = ledger(DATA_DIR, 'verify', '--json')
    expect([beside.status, JSON.parse(beside.output)]).toEqual([0, expect.objectContaining({ ok: true })])
    await run.stop()
    const alone = ledger(DATA_DIR, 'verify', '--json')
    expect([alone.status, JSON.parse(alone.output)]).toEqual([0, expect.objectContaining({ ok: true })])
    const location = join(DATA_DIR, 'postgres', 'location')
    const cluster = existsSync(location) ? readFileSync(location, 'utf8').trim() : join(DATA_DIR, 'postgres')
    expect(runningPostmaster(join(cluster, 'data'))).toBeUndefined()
  })

if (isFullRun)
  test('a log exported here goes into an empty ledger elsewhere, which the command makes', async () => {
    const file = join(temporaryFolder(), 'log.ndjson')
    expect(ledger(DATA_DIR, 'export', file).status).toBe(0)
    const elsewhere = join(temporaryFolder(), 'data')
    const { companyId, events } = JSON.parse(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '')
    expect(events).toBeGreaterThan(0)
    expect(ledger(elsewhere, 'import', file)).toEqual({
      status: 0,
      output: `${events} events of company ${companyId} were imported\n`,
    })
  })
