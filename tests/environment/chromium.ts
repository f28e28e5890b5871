import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/**
 * The Chromium for the browser tests: CHROMIUM_PATH, the system's, playwright's own; on a Debian where we are root it is
 * installed when there is none.
 * @returns its path, or undefined with no way to get one
 */
export function provideChromium(say: (line: string) => void): string | undefined {
  return foundChromium() ?? (installWithApt(say) ? foundChromium() : undefined)
}

function foundChromium(): string | undefined {
  const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const candidates = [process.env.CHROMIUM_PATH, ...system, chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path))
}

function installWithApt(say: (line: string) => void): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say('Installing Chromium for the browser tests (apt-get install chromium) …')
  const steps = [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]
  return steps.every((step) => {
    const done = spawnSync('apt-get', ['-q', ...step], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
    })
    if (done.status !== 0) say(`apt-get ${step[0]} failed: ${done.stderr.trim().split('\n').at(-1)}`)
    return done.status === 0
  })
}
