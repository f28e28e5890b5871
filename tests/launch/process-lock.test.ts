import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf, takeLock } from '@ledger/launch/process-lock.mjs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'

const folder = temporaryFolder()

test('a held lock names its holder and the note that was left', () => {
  const file = join(folder, 'held')
  const lock = takeLock(file)
  if (!('release' in lock)) throw new Error('the lock of a new file was not free')
  lock.note('http://localhost:3000')
  expect(takeLock(file)).toEqual({ heldBy: process.pid, note: 'http://localhost:3000' })
  lock.release()
  expect(existsSync(file)).toBe(false)
})

test('a lock whose process is gone is taken over', async () => {
  const file = join(folder, 'gone')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const { pid = 0 } = child
  writeFileSync(file, JSON.stringify({ pid, identity: identityOf(pid), note: '' }))
  expect(takeLock(file)).toEqual({ heldBy: pid, note: '' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  expect(takeLock(file)).toHaveProperty('release')
})

test('a lock whose number now belongs to another process is taken over', () => {
  const file = join(folder, 'reused')
  writeFileSync(file, JSON.stringify({ pid: process.pid, identity: 'boot 1 another program', note: '' }))
  expect(takeLock(file)).toHaveProperty('release')
})

test('half a lock, as a crash of the machine leaves it, is taken over', () => {
  const file = join(folder, 'half')
  writeFileSync(file, '{"pid":12')
  expect(takeLock(file)).toHaveProperty('release')
})

test('of 12 processes that find the same stale lock exactly one takes it', async () => {
  const file = join(folder, 'contended')
  writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1, identity: 'gone', note: '' }))
  const module = new URL('../../launch/process-lock.mjs', import.meta.url).href
  const script = `
    const { takeLock } = await import('${module}')
    await new Promise((resolve) => process.stdin.once('data', resolve))
    console.log('release' in takeLock('${file}') ? 'taken' : 'busy')
    setTimeout(() => {}, 20_000)`
  const children = Array.from({ length: 12 }, () => spawn(process.execPath, ['--input-type=module', '-e', script]))
  const answers = children.map(
    (child) => new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data).trim()))),
  )
  for (const child of children) child.stdin.write('go\n')
  const told = await Promise.all(answers)
  const holder = JSON.parse(readFileSync(file, 'utf8')).pid
  for (const child of children) child.kill('SIGKILL')
  expect(told.filter((answer) => answer === 'taken')).toHaveLength(1)
  expect(holder).toBe(children[told.indexOf('taken')]?.pid)
})
