import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../run.ts', import.meta.url))

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a run that gets %s ends the tests in progress and answers 130',
  async (signal) => {
    // Files of the project `log` start a PostgreSQL that the end of the run stops.
    const run = spawn(process.execPath, [script, '--project', 'log', 'tests/log/integrity'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (chunk) => (output += chunk))
    const ended = once(run, 'close')
    await expect.poll(() => output, { timeout: 30_000 }).toContain('RUN')
    run.kill(signal)
    expect(await ended).toEqual([130, null])
    expect(output).not.toContain('Error')
  },
)
