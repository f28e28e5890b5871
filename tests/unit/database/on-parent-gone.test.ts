import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'

const MODULE = pathToFileURL(join(checkoutFolder, 'database/process/on-parent-gone.ts')).href
/** Loads for a while, as a service does, then waits for ever, unless its parent has gone. */
const CHILD = `
  await new Promise((resolve) => setTimeout(resolve, 200))
  const { onParentGone } = await import(${JSON.stringify(MODULE)})
  setInterval(() => undefined, 1000)
  onParentGone(() => process.exit(7))
  if (process.connected) process.send('waits')`

test.each(['while it loads', 'while it waits'])('a process whose parent goes %s ends', async (moment) => {
  const file = join(temporaryFolder(), 'child.mjs')
  writeFileSync(file, CHILD)
  const child = fork(file)
  const ended = once(child, 'exit')
  try {
    if (moment === 'while it waits') await once(child, 'message')
    child.disconnect()
    expect(await ended).toEqual([7, null])
  } finally {
    child.kill('SIGKILL')
  }
})

test('a process ends when npm, which started it without a channel, was killed', async () => {
  const script = `
    const { onNpmGone } = await import(${JSON.stringify(MODULE)})
    setInterval(() => undefined, 1000)
    onNpmGone(() => { process.stdout.write('npm is gone'); process.exit() })
    process.stdout.write('waits ')`
  const command = `"$0" --input-type=module -e "$1"; exit`
  const npm = spawn('/bin/sh', ['-c', command, process.execPath, script], {
    env: { PATH: process.env.PATH, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  npm.stdout.on('data', (chunk) => {
    output += chunk
    if (output === 'waits ') npm.kill('SIGKILL')
  })
  await once(npm, 'close')
  expect(output).toBe('waits npm is gone')
})
