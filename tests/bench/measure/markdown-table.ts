/** A row of the table: the measurement, and what to compare it with. */
export interface BenchmarkRow {
  name: string
  perSecond?: number | undefined
  p50?: number | undefined
  p99?: number | undefined
  /** The peers and goals: `4.1 × emmett (goal 3.5)`. */
  against?: string
  notMeasured?: string
}

/** Returns a ratio beside its goal. */
export function ratioText(own: number, peer: { name: string; perSecond: number | undefined }, goal: number): string {
  if (peer.perSecond === undefined) return `${peer.name} not measured here (goal ${goal} ×)`
  const times = own / peer.perSecond
  return `${times.toFixed(times < 10 ? 2 : 0)} × ${peer.name} (goal ${goal}${times >= goal ? '' : ', missed'})`
}

/** Returns a figure with its upper limit: `p99 (goal 40 ms, missed)`. */
export function upperGoalText(what: string, own: number, goal: number, unit: string): string {
  return `${what} (goal ${goal} ${unit}${own <= goal ? '' : ', missed'})`
}

export function benchmarkTable(rows: BenchmarkRow[]): string {
  const lines = rows.map(({ name, perSecond, p50, p99, against = '', notMeasured }) =>
    notMeasured === undefined
      ? [name, `${count(perSecond)}/s`, milliseconds(p50), milliseconds(p99), against]
      : [name, 'not measured here', '', '', notMeasured],
  )
  return markdownTable(['what', 'measured', 'p50', 'p99', 'beside'], lines)
}

export function markdownTable(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A row of a table whose figures have goals and no peers. */
export interface GoalTableRow {
  what: string
  goal: string
  measured: string
  isMissed: boolean
  /** Further remarks. */
  beside: string
}

/** @param name the subject of all rows, such as S10 */
export function goalTable(name: string, rows: GoalTableRow[]): string {
  const lines = rows.map(({ what, goal, measured, isMissed, beside }) => [
    ...[what, goal],
    ...[isMissed ? `${measured} (missed)` : measured, beside],
  ])
  return markdownTable([name, 'goal', 'measured', 'beside'], lines)
}

const count = (figure: number | undefined) => Math.round(figure ?? Number.NaN).toLocaleString('en-US')

function milliseconds(figure: number | undefined): string {
  return figure === undefined || Number.isNaN(figure) ? '' : `${figure.toFixed(figure < 10 ? 1 : 0)} ms`
}
