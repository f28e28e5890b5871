import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { machineEnvironmentVariables } from '@ledger/database/process/machine-environment-variables.ts'
import type { GoalTableRow } from '../measure/markdown-table.ts'

/** No package of ours: it brings 113 others (176 MB), and only this benchmark uses it. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const PAGES = ['/', '/site-login', '/admin-login', '/landing']
const LIGHTHOUSE_GOALS = { performance: 95, accessibility: 100 }
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Lighthouse does not know that root's Chromium has no sandbox, nor that it must send no requests of its own. */
const CHROME_FLAGS = '--headless --no-sandbox --disable-background-networking --disable-component-update --disable-sync'

/** The scores of a page in each category, of 100, by run. */
type Points = Record<(typeof CATEGORIES)[number], number[]>

interface Audit {
  page: string
  points: Points
  /** Lighthouse's benchmark index of this machine, by run; the scores depend on it. */
  machine: number[]
}

interface Lighthouse {
  /** Runs the command; throws with its output if it fails. */
  run(args: string[]): Promise<void>
}

/**
 * Audits each page as on a phone that Lighthouse simulates.
 * @param chromium its path
 * @returns the reason where Lighthouse cannot be fetched
 */
export async function auditPages(
  address: string,
  { chromium, folder, runs }: { chromium: string; folder: string; runs: number },
): Promise<Audit[] | { notFetched: string }> {
  const lighthouse = lighthouseIn(join(folder, 'lighthouse'), chromium)
  try {
    await lighthouse.run(['--version'])
  } catch (error) {
    return { notFetched: String(error instanceof Error ? error.message : error) }
  }
  const audits: Audit[] = PAGES.map((page) => ({
    page,
    points: { performance: [], accessibility: [], 'best-practices': [], seo: [] },
    machine: [],
  }))
  // Alternates between the pages, so that a noisy moment affects all of them.
  for (let run = 1; run <= runs; run++)
    for (const { page, points, machine } of audits) {
      const file = join(folder, 'lighthouse', 'report.json')
      await lighthouse.run([
        ...[new URL(page, address).href, '--quiet', '--locale=en', '--output=json', `--output-path=${file}`],
        ...[`--only-categories=${CATEGORIES}`, `--chrome-flags=${CHROME_FLAGS}`],
      ])
      const report: Report = JSON.parse(readFileSync(file, 'utf8'))
      if (report.runtimeError) throw new Error(`Lighthouse at ${page}: ${report.runtimeError.message}`)
      for (const category of CATEGORIES) points[category].push(pointsOf(report, category))
      machine.push(Math.round(report.environment.benchmarkIndex))
      const said = CATEGORIES.map((category) => `${category} ${points[category].at(-1)}`).join(', ')
      process.stderr.write(`S10 Lighthouse of ${page}: ${said}\n`)
    }
  return audits
}

export function auditRows(audits: Audit[] | { notFetched: string }): GoalTableRow[] {
  const rowOf = (page: string, row: Pick<GoalTableRow, 'measured' | 'isMissed' | 'beside'>): GoalTableRow => ({
    what: `Lighthouse ${LIGHTHOUSE.split('@')[1]}, mobile, performance of \`${page}\``,
    goal: `${LIGHTHOUSE_GOALS.performance} in every run, accessibility ${LIGHTHOUSE_GOALS.accessibility}`,
    ...row,
  })
  if ('notFetched' in audits) {
    const beside = `Lighthouse could not be fetched here: ${audits.notFetched}`
    return PAGES.map((page) => rowOf(page, { measured: 'not measured here', isMissed: false, beside }))
  }
  return audits.map(({ page, points: { performance, accessibility, 'best-practices': best, seo }, machine }) =>
    rowOf(page, {
      measured: performance.join(', '),
      isMissed:
        Math.min(...performance) < LIGHTHOUSE_GOALS.performance ||
        Math.min(...accessibility) < LIGHTHOUSE_GOALS.accessibility,
      beside: `accessibility ${listed(accessibility)}; best practices ${listed(best)}; SEO ${listed(seo)}; benchmark index ${listed(machine)}`,
    }),
  )
}

/** Lists equal figures once. */
const listed = (figures: number[]) => [...new Set(figures)].join(', ')

/** The parts of a report that are read. */
interface Report {
  categories: Record<string, { score: number | null }>
  environment: { benchmarkIndex: number }
  runtimeError?: { message: string }
}

function pointsOf({ categories }: Report, category: string): number {
  const score = categories[category]?.score
  if (typeof score !== 'number') throw new Error(`Lighthouse gave no points for ${category}`)
  return Math.round(score * 100)
}

/** npm prints the reason as a code, followed by the location of its log; Lighthouse prints the reason last. */
function reasonIn(said: string): string | undefined {
  const [, code] = /^npm error code (\S+)/m.exec(said) ?? []
  return code ?? said.trim().split('\n').at(-1)
}

/** @param folder a folder where npx finds no package of ours */
function lighthouseIn(folder: string, chromium: string): Lighthouse {
  mkdirSync(folder, { recursive: true })
  const env = machineEnvironmentVariables(process.env)
  return {
    run: (args) =>
      new Promise((resolve, reject) => {
        const child = spawn('npx', ['--yes', LIGHTHOUSE, ...args], {
          cwd: folder,
          // The Node that runs the benchmark also runs npm's script and Lighthouse, which requires 22 or later.
          env: { ...env, CHROME_PATH: chromium, PATH: [dirname(process.execPath), env.PATH].join(delimiter) },
          stdio: ['ignore', 'ignore', 'pipe'],
        })
        let said = ''
        child.stderr.on('data', (chunk) => (said += chunk))
        child.once('error', reject)
        child.once('close', (code) => {
          if (code === 0) resolve()
          else reject(new Error(reasonIn(said) ?? `it ended with ${code}`))
        })
      }),
  }
}
