import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'

const MODULE = pathToFileURL(join(checkoutFolder, 'database/process/send-to-parent.ts')).href
/** Sends when it is told to, or once its parent has gone, as a service that was loading meanwhile. */
const CHILD = `
  const { sendToParent } = await import(${JSON.stringify(MODULE)})
  process.on('message', () => sendToParent({ type: 'ready' }))
  process.once('disconnect', () => setImmediate(() => {
    sendToParent({ type: 'ready' })
    setTimeout(() => process.exit(7), 50)
  }))
  process.send('waits')`

test('a process tells its parent, and ends by itself where the parent has gone', async () => {
  const file = join(temporaryFolder(), 'child.mjs')
  writeFileSync(file, CHILD)
  const child = fork(file, { silent: true })
  const ended = once(child, 'exit')
  let said = ''
  child.stderr?.on('data', (bytes: Buffer) => {
    said += bytes
  })
  try {
    await once(child, 'message')
    const answered = once(child, 'message')
    child.send('say it')
    expect((await answered)[0]).toEqual({ type: 'ready' })
    child.disconnect()
    expect([await ended, said]).toEqual([[7, null], ''])
  } finally {
    child.kill('SIGKILL')
  }
})
