import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { installWithApt } from './install-with-apt.ts'

/** The headless shell takes two thirds of the CPU time of the whole browser. */
const HEADLESS_SHELL_PATH = '/usr/bin/chromium-headless-shell'
const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Finds the Chromium for the browser tests: CHROMIUM_PATH, the headless shell, the system's, Playwright's own. As root
 * on Debian it installs the shell if it is missing; if that fails, the whole browser also works.
 * @returns its path, or undefined with no way to get one
 */
export function provideChromium(say: (line: string) => void): string | undefined {
  if (process.env.CHROMIUM_PATH === undefined && !existsSync(HEADLESS_SHELL_PATH))
    installWithApt('Chromium for the browser tests', ['chromium-headless-shell'], say)
  return foundChromium()
}

const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

let workerBrowser: Promise<Browser> | undefined

/**
 * Returns the Chromium that the test files of this worker share, because its start and its first page cost twice
 * what a later page costs. A file opens contexts of its own, which share no cookies and no storage, and closes them.
 * Starts a new one where the last has crashed. It ends with the worker.
 */
export async function chromiumOfWorker(): Promise<Browser> {
  const present = await workerBrowser?.catch(() => undefined)
  if (present?.isConnected()) return present
  workerBrowser = launchChromium()
  return workerBrowser
}

/** Starts the installed Chromium. */
export function launchChromium(): Promise<Browser> {
  const executablePath = foundChromium()
  return chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: ARGS })
}

/**
 * Starts one person's browser, whose storage outlives its process.
 * @param folder its profile; the caller removes it
 */
export function launchWithProfile(folder: string, look: object): Promise<BrowserContext> {
  const executablePath = foundChromium()
  return chromium.launchPersistentContext(folder, {
    ...look,
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ARGS,
  })
}

/** Kills the browser process with this profile, as a phone does that needs memory; the child processes end with it. */
export function killWithProfile(folder: string): void {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const main = pids.filter((pid) => {
    const args = commandOf(pid)
    return args.includes(`--user-data-dir=${folder}`) && !args.some((arg) => arg.startsWith('--type='))
  })
  if (main.length === 0) throw new Error(`No browser with the profile ${folder}`)
  // Debian starts it through a script.
  for (const pid of main) process.kill(Number(pid), 'SIGKILL')
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // The process has ended meanwhile.
    return []
  }
}

function foundChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, HEADLESS_SHELL_PATH, ...CHROMIUM_PATHS, chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path))
}
