import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeBlocksOf } from '../environment/files/doc-commands.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { isFullRun } from '../environment/full-run.ts'
import { type ProductProcess, startProductProcess } from '../environment/processes/start-process.ts'
import { type ProductProcesses, startProductProcesses } from '../faults/product-processes.ts'

/** `npm test` starts none of the processes: they and the commands take half a minute of CPU. */
const BACKUPS = temporaryFolder()
let ledger: ProductProcesses | undefined
let env: Record<string, string>

beforeAll(async () => {
  if (!isFullRun) return
  ledger = await startProductProcesses()
  const { dataDirectory: DATA_DIR, database, origin: ADDRESS } = ledger
  env = { DATABASE_URL: database.url, DATA_DIR, ADDRESS, BACKUPS, BACKUP_PASSPHRASE: 'only for the operations page' }
  // It signs the remaining events when it is stopped.
  const signer: ProductProcess = await startProductProcess('ledger-service/proof/main.ts', {
    ...env,
    EMBEDDED_POSTGRES: '1',
  })
  await signer.stop()
})
afterAll(() => ledger?.close())

/** Runs a block as an operator would, in the checkout. The packages are there: `npm run` installs nothing. */
function run(block: string): { status: number | null; output: string } {
  const script = `set -euo pipefail\n${block}`
  const done = spawnSync('bash', ['-c', script], {
    cwd: checkoutFolder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status: done.status, output: done.stdout + done.stderr }
}

if (isFullRun)
  test('every plain command of docs/operations.md does what the page says, in its order', { timeout: 180_000 }, () => {
    const blocks = codeBlocksOf('operations.md').filter(
      ({ language, marks }) => language === 'sh' && marks.length === 0,
    )
    for (const { text } of blocks) {
      const { status, output } = run(text)
      expect(status, `${text}\n${output}`).toBe(0)
      if (text.includes('-- backup'))
        expect(readdirSync(BACKUPS).filter((name) => name.endsWith('.backup'))).toHaveLength(1)
      if (text.includes('verify.mjs')) expect(output).toMatch(/^All is well/m)
      if (text.includes('! -perm 600')) expect(output).toBe('')
    }
    expect(blocks.length).toBeGreaterThan(5)
  })

test('every command on the page is one that a test runs, and names files that are there', () => {
  const marks = codeBlocksOf('operations.md').map((block) => [block.language, ...block.marks].join(' '))
  expect([...new Set(marks)].sort()).toEqual(['nginx', 'sh', 'sh by-hand', 'sh by-hand postgres'])
  expect(readdirSync(join(checkoutFolder, 'tests', 'by-hand'))).toContain('operations-doc-commands.ts')
})
