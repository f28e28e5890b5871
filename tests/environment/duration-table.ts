/**
 * The result of one test file: the project that it belongs to, its duration in milliseconds, and its number of tests.
 */
export interface FileDuration {
  project: string
  path: string
  milliseconds: number
  tests: number
}

const LISTED_FILES = 4

/**
 * Returns the lines of a table of the projects, the longest first, each with its total duration in seconds over all
 * workers, its number of tests, and its longest files with their seconds.
 */
export function durationTable(files: readonly FileDuration[]): string[] {
  const projects = Object.entries(Object.groupBy(files, ({ project }) => project)).map(([project, own = []]) => {
    const longest = own.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, LISTED_FILES)
    return {
      ...{ project, milliseconds: sumOf(own, 'milliseconds'), tests: sumOf(own, 'tests') },
      longest: longest.map(({ path, milliseconds }) => `${nameOf(path)} ${seconds(milliseconds)}`).join(', '),
    }
  })
  return projects
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .map(
      ({ project, milliseconds, tests, longest }) =>
        `${project.padEnd(8)} ${seconds(milliseconds).padStart(5)} s ${String(tests).padStart(5)} tests  ${longest}`,
    )
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(0)
const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.test\.tsx?$/, '')
const sumOf = (files: readonly FileDuration[], member: 'milliseconds' | 'tests') =>
  files.reduce((sum, file) => sum + file[member], 0)
