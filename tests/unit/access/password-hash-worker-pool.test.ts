import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { openPasswordHashWorkers } from '@ledger/ledger-service/access/password-hash-worker-pool.ts'
import { openPasswordHasher } from '@ledger/ledger-service/access/password-hashing.ts'
import { describe, expect, test } from 'vitest'

const passwords = openPasswordHasher(randomBytes(32))

test('a password is known again, another and nobody are not, also many at a time', async () => {
  const [first, second] = await Promise.all([passwords.hash('Right-Pass-1'), passwords.hash('Right-Pass-1')])
  expect(first).not.toBe(second)
  const tries = ['Right-Pass-1', 'Right-Pass-2', 'Right-Pass-1'].map((password) => passwords.verify(password, first))
  expect(await Promise.all([...tries, passwords.verify('Right-Pass-1', undefined)])).toEqual([true, false, true, false])
  // With another pepper it is another password.
  expect(await openPasswordHasher(randomBytes(32)).verify('Right-Pass-1', first)).toBe(false)
})

test('a hash that cannot be made is told, and the next one is made', async () => {
  await expect(passwords.verify('Right-Pass-1', '$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA')).rejects.toThrow()
  const hash = await passwords.hash('Right-Pass-1')
  expect(await passwords.verify('Right-Pass-1', hash)).toBe(true)
})

/** The priorities of the threads of this process. proc_pid_stat(5): the 19th field; the name before may hold spaces. */
function threadPriorities(): number[] {
  return readdirSync('/proc/self/task').map((task) => {
    const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

describe.runIf(process.platform === 'linux')('the threads', () => {
  const later = Math.min(19, getPriority() + 5)
  const hashThreads = () => threadPriorities().filter((priority) => priority === later).length

  test('come after all others of the process', async () => {
    await passwords.hash('Right-Pass-1')
    expect(Math.max(...threadPriorities())).toBe(later)
  })

  test('end when they are idle, and the next hash has another', async () => {
    const before = hashThreads()
    const hash = openPasswordHashWorkers(200)
    const parameters = {
      ...{ message: Buffer.from('Right-Pass-1'), nonce: Buffer.alloc(16) },
      ...{ parallelism: 1, tagLength: 32, memory: 64, passes: 1 },
    }
    const first = await hash(parameters)
    expect(await hash(parameters)).toEqual(first)
    await expect.poll(hashThreads, { timeout: 10_000 }).toBe(before)
    expect(await hash(parameters)).toEqual(first)
  })
})
