import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { SupervisedProcess } from '@ledger/launch/supervised-process.ts'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'

/** Whether a process is started again, by its exit code. */

const folder = temporaryFolder()
const running: SupervisedProcess[] = []
afterEach(async () => {
  for (const process of running.splice(0)) await process.stop(1000)
})

/** Supervises a process that may report ready, prints a word and exits with a code; the third start keeps running. */
function supervise({ code, ready }: { code: number; ready: boolean }) {
  const starts = join(folder, `starts-${code}-${ready}`)
  writeFileSync(starts, '')
  const script = join(folder, `ends-${code}-${ready}.mjs`)
  writeFileSync(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync(${JSON.stringify(starts)}, '.')
    const isThird = readFileSync(${JSON.stringify(starts)}, 'utf8').length === 3
    const end = () => { process.stderr.write('something is so'); process.exitCode = ${code}; process.disconnect() }
    if (isThird) setInterval(() => undefined, 1000)
    else if (${ready}) process.send({ type: 'ready' }, end)
    else end()`,
  )
  const told: string[] = []
  running.push(
    new SupervisedProcess({
      name: 'a process',
      script,
      env: process.env,
      onOutput: () => undefined,
      onReady: () => told.push('ready'),
      onRestart: (how) => told.push(how),
      onGivenUp: (sentence) => told.push(`given up: ${sentence}`),
    }),
  )
  return { told, starts: () => readFileSync(starts, 'utf8').length }
}

const GIVEN_UP = [
  { code: EXIT_CODES.wrongConfiguration, ready: false },
  { code: EXIT_CODES.wrongConfiguration, ready: true },
  { code: EXIT_CODES.historyChanged, ready: true },
  { code: EXIT_CODES.tryLater, ready: false },
]

test('one that ends with a code after which a start is of no use is not started again', async () => {
  const all = GIVEN_UP.map((how) => ({ how: JSON.stringify(how), ...supervise(how) }))
  for (const { how, told } of all)
    await expect.poll(() => told.at(-1), { message: how }).toBe('given up: something is so')
  // Longer than the pauses between the first starts.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  for (const { how, starts } of all) expect(starts(), how).toBe(1)
})

test.for([{ code: EXIT_CODES.tryLater }, { code: EXIT_CODES.fault }])(
  'one that was ready and ends with $code is',
  async ({ code }) => {
    const { told, starts } = supervise({ code, ready: true })
    await expect.poll(starts).toBe(3)
    expect(told.filter((word) => word.startsWith('given up'))).toEqual([])
  },
)
