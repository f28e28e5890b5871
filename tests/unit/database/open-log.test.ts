import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import { expect, test } from 'vitest'

const MODULE = pathToFileURL(join(checkoutFolder, 'database/process/open-log.ts')).href

/** Waits for a line on standard input, then logs three lines at once and ends. */
const CHILD = `
  const { once } = await import('node:events')
  const { openLog } = await import(${JSON.stringify(MODULE)})
  const log = openLog('test', 'info')
  process.stderr.write('waits')
  await once(process.stdin, 'data')
  log.error({ reason: 'for 9876543210' }, 'first')
  log.fatal('second')
  log.warn('last')
  process.exit(7)`

async function startChild() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD], { stdio: 'pipe' })
  await once(child.stderr, 'data')
  return { child, ended: once(child, 'exit') }
}

test('a process whose lines are read no more logs a fault and ends', async () => {
  const { child, ended } = await startChild()
  try {
    child.stdout.destroy()
    child.stdin.write('go\n')
    expect(await ended).toEqual([7, null])
  } finally {
    child.kill('SIGKILL')
  }
})

test('all lines of a process that ends are written, without mobile numbers', async () => {
  const { child, ended } = await startChild()
  const written = text(child.stdout)
  child.stdin.write('go\n')
  expect(await ended).toEqual([7, null])
  const lines = (await written).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg).toSorted()).toEqual(['first', 'last', 'second'])
  expect(lines.find((line) => line.includes('first'))).toContain('98xxxxxx10')
})
