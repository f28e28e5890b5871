import type { AccountSummary } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { ParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { rupees } from '../language/format-money-and-dates.ts'
import { useWords } from '../language/in-both-languages.ts'
import { useLanguage } from '../language/language-setting.ts'
import { monthText } from '../language/month-text.ts'
import { compactRupees } from './axis-labels.ts'
import { words } from './screen-texts.ts'

export type MonthSums = AccountSummary['months'][number]

interface Props {
  months: readonly MonthSums[]
  /** The picture's description for screen readers. */
  label: string
  /** Opens the entries of a month: a shortcut for a finger or a mouse, beside the links of the table. */
  openMonth?: ((month: string) => void) | undefined
}

const CHART_MARGIN = { top: 8, right: 4, bottom: 28, left: 64 }
const SERIES = ['received', 'spent'] as const
/** The width of a month's name in the wider language, with a gap. */
const MONTH_NAME_PX = 42

/** Draws money in (outlined) and money out (filled) for each month, side by side, over an axis in round rupees. */
export function MonthColumnChart(props: Props) {
  return (
    <ParentSize debounceTime={50}>
      {({ width, height }) => (width > 0 ? <SizedColumnChart {...props} width={width} height={height} /> : null)}
    </ParentSize>
  )
}

function SizedColumnChart({ months, label, openMonth, width, height }: Props & { width: number; height: number }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const largest = Math.max(1, ...months.flatMap((month) => SERIES.map((key) => paiseOf(month[key]))))
  const across = scaleBand({
    domain: months.map(({ month }) => month),
    range: [CHART_MARGIN.left, width - CHART_MARGIN.right],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  })
  const beside = scaleBand({ domain: [...SERIES], range: [0, Math.min(72, across.bandwidth())], paddingInner: 0.12 })
  const up = scaleLinear({ domain: [0, largest], range: [height - CHART_MARGIN.bottom, CHART_MARGIN.top], nice: 4 })
  // Where names would touch, only some are drawn. The newest month always has its name.
  const every = Math.ceil(MONTH_NAME_PX / across.step())
  const named = new Set(
    months.filter((_, index) => (months.length - 1 - index) % every === 0).map(({ month }) => month),
  )
  const middle = (across.bandwidth() - Math.min(72, across.bandwidth())) / 2
  return (
    <svg role="img" aria-label={label} width={width} height={height} className="block">
      <GridRows
        scale={up}
        left={CHART_MARGIN.left}
        width={width - CHART_MARGIN.left - CHART_MARGIN.right}
        numTicks={4}
        stroke="var(--rule)"
        pointerEvents="none"
      />
      {months.map((month) => (
        <g key={month.month} transform={`translate(${(across(month.month) ?? 0) + middle} 0)`}>
          <title>{`${monthText(month.month, language)}: ${t.received} ${rupees(month.received)}, ${t.spent} ${rupees(month.spent)}`}</title>
          {SERIES.map((key) => {
            const top = up(paiseOf(month[key]))
            const inset = key === 'received' ? 1 : 0
            return (
              <Bar
                key={key}
                x={(beside(key) ?? 0) + inset}
                y={top + inset}
                width={beside.bandwidth() - 2 * inset}
                height={Math.max(0, height - CHART_MARGIN.bottom - top - inset)}
                className={key === 'received' ? 'fill-sheet stroke-2 stroke-credit' : 'fill-debit'}
              />
            )
          })}
          {openMonth && (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table's links are the way for the keyboard
            <rect
              x={-middle}
              width={across.bandwidth()}
              height={height}
              fill="transparent"
              className="cursor-pointer"
              onClick={() => openMonth(month.month)}
            />
          )}
        </g>
      ))}
      <AxisLeft
        scale={up}
        left={CHART_MARGIN.left}
        numTicks={4}
        hideAxisLine
        hideTicks
        tickFormat={(paise) => compactRupees(Number(paise) / 100, language)}
        tickLabelProps={{ ...TICK_LABEL_STYLE, textAnchor: 'end', dx: -6, dy: '0.3em' }}
      />
      <AxisBottom
        scale={across}
        top={height - CHART_MARGIN.bottom}
        stroke="var(--ink)"
        hideTicks
        tickFormat={(month) => (named.has(month) ? monthText(month, language, 'short') : '')}
        tickLabelProps={{ ...TICK_LABEL_STYLE, textAnchor: 'middle', dy: 4 }}
      />
    </svg>
  )
}

const TICK_LABEL_STYLE = { fontFamily: 'inherit', fontSize: 13, fontWeight: 600, fill: 'var(--ink-soft)' }
