import type { ClientEmblemName, ProjectPictureName } from './landing-content-types.ts'

/** The page's own pictures. Their colours are their own: a sky is a sky in the dark theme, too. */
const INK = '#131a14'
const SUN = '#ffc21f'
const SKY = '#fbefd0'
const DUSK = '#f6d9a0'
const PANEL = '#173a5e'
const SHINE = '#3f6f9f'
const GROUND = '#c9d6b5'
const FIELD = '#aebf95'
const BRICK = '#b5532d'
const WALL = '#e9e2d3'
const STEEL = '#77837a'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A table of modules, seen from the front: a slanted sheet on two legs. */
function SolarPanelTable({ x, y, width, height, cells }: Record<'x' | 'y' | 'width' | 'height' | 'cells', number>) {
  const lean = height * 0.5
  const step = width / cells
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d={`M${width * 0.2} ${height}v${height * 0.35}M${width * 0.8} ${height}v${height * 0.35}`}
        stroke={STEEL}
        strokeWidth="2"
      />
      <path d={`M${lean} 0H${width + lean}L${width} ${height}H0Z`} fill={PANEL} />
      <g stroke={SHINE} strokeWidth="1">
        {numbers(cells - 1).map((cell) => (
          <path key={cell} d={`M${lean + (cell + 1) * step} 0L${(cell + 1) * step} ${height}`} />
        ))}
        <path d={`M${lean / 2} ${height / 2}H${width + lean / 2}`} />
      </g>
    </g>
  )
}

function Sun({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={r * 1.7} fill={SUN} opacity="0.2" />
      <circle r={r} fill={SUN} />
    </g>
  )
}

function Pylon({ x, y, height }: { x: number; y: number; height: number }) {
  const w = height * 0.26
  return (
    <g transform={`translate(${x} ${y})`} stroke={INK} strokeWidth="1.6" fill="none" opacity="0.75">
      <path
        d={`M${-w} 0L-3 ${-height}H3L${w} 0M${-w * 0.8} ${-height * 0.2}L${w * 0.45} ${-height * 0.55}M${w * 0.8} ${-height * 0.2}L${-w * 0.45} ${-height * 0.55}`}
      />
      <path d={`M${-w} ${-height * 0.72}H${w}M${-w * 0.75} ${-height * 0.88}H${w * 0.75}`} />
    </g>
  )
}

/** The picture of the hero, the widest of all. */
export function HeroPicture({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 720 420" role="img" aria-label={label} className="h-auto w-full">
      <rect width="720" height="420" rx="10" fill={SKY} />
      <path d="M0 10a10 10 0 0 1 10-10h700a10 10 0 0 1 10 10v150H0Z" fill={DUSK} opacity="0.55" />
      <Sun x={545} y={118} r={56} />
      <path d="M0 232C90 190 150 214 236 196S410 160 498 196 640 214 720 186V300H0Z" fill={FIELD} />
      <path d="M70 214C220 120 430 250 720 130" stroke={INK} strokeWidth="1" fill="none" opacity="0.5" />
      <Pylon x={96} y={250} height={110} />
      <Pylon x={300} y={240} height={84} />
      <Pylon x={664} y={236} height={96} />
      <path d="M0 262C160 236 330 258 720 240V410a10 10 0 0 1-10 10H10a10 10 0 0 1-10-10Z" fill={GROUND} />
      {[
        { y: 262, height: 22, width: 96, x: 36, cells: 8 },
        { y: 296, height: 30, width: 132, x: 6, cells: 8 },
        { y: 342, height: 40, width: 184, x: -60, cells: 8 },
      ].map(({ y, height, width, x, cells }) => (
        <g key={y}>
          {numbers(7).map((column) => (
            <SolarPanelTable key={column} {...{ y, height, width, cells }} x={x + column * (width + height * 0.7)} />
          ))}
        </g>
      ))}
    </svg>
  )
}

/** A project's picture, hidden from screen readers because its title is beside it. */
export function ProjectPicture({ of }: { of: ProjectPictureName }) {
  return (
    <svg viewBox="0 0 320 180" aria-hidden="true" focusable="false" className="block h-auto w-full">
      <rect width="320" height="180" fill={SKY} />
      {PROJECT_PICTURES[of]()}
    </svg>
  )
}

const PROJECT_PICTURES: Readonly<Record<ProjectPictureName, () => React.ReactNode>> = {
  plant: () => (
    <>
      <Sun x={250} y={46} r={24} />
      <path d="M0 96C60 70 120 92 190 76S280 74 320 86V180H0Z" fill={FIELD} />
      <path d="M0 112C90 100 220 112 320 104V180H0Z" fill={GROUND} />
      <Pylon x={44} y={110} height={60} />
      {numbers(3).map((row) => (
        <g key={row}>
          {numbers(4).map((column) => (
            <SolarPanelTable
              key={column}
              x={-20 + column * 92 + row * 8}
              y={104 + row * 24}
              width={78}
              height={15}
              cells={6}
            />
          ))}
        </g>
      ))}
    </>
  ),
  park: () => (
    <>
      <rect width="320" height="180" fill={GROUND} />
      <path d="M0 0H320V52H0Z" fill={SKY} />
      <Sun x={60} y={30} r={16} />
      <path d="M148 52L120 180H204L174 52Z" fill={WALL} />
      {numbers(5).map((row) => (
        <g key={row}>
          <SolarPanelTable x={-26 + row * 3} y={58 + row * 24} width={132 - row * 6} height={14} cells={7} />
          <SolarPanelTable x={196 + row * 4} y={58 + row * 24} width={132} height={14} cells={7} />
        </g>
      ))}
    </>
  ),
  warehouse: () => (
    <>
      <Sun x={278} y={36} r={18} />
      <path d="M0 130H320V180H0Z" fill={GROUND} />
      <path d="M14 92L104 62L194 92V152H14Z" fill={WALL} />
      <path d="M194 92L222 82L306 104V152H194Z" fill={BRICK} opacity="0.85" />
      <path d="M14 92L104 62L306 104L222 82L194 92L104 62" fill={STEEL} opacity="0.5" />
      <path d="M104 62L306 104L294 112L96 66Z" fill={PANEL} />
      <path d="M20 88L98 63L104 66L30 91Z" fill={PANEL} />
      <g stroke={SHINE} strokeWidth="1">
        {numbers(9).map((line) => (
          <path key={line} d={`M${124 + line * 20} ${66 + line * 4.2}L${116 + line * 20} ${71 + line * 4.6}`} />
        ))}
      </g>
      <path d="M44 152V112H92V152Z" fill={INK} opacity="0.8" />
      <path d="M116 152V112H164V152Z" fill={INK} opacity="0.8" />
      <path
        d="M44 120H92M44 128H92M44 136H92M44 144H92M116 120H164M116 128H164M116 136H164M116 144H164"
        stroke={STEEL}
      />
    </>
  ),
  school: () => (
    <>
      <Sun x={52} y={40} r={20} />
      <path d="M0 138H320V180H0Z" fill={GROUND} />
      <path d="M40 78H280V150H40Z" fill={WALL} />
      <path d="M34 70H286V80H34Z" fill={BRICK} />
      {numbers(4).map((table) => (
        <SolarPanelTable key={table} x={48 + table * 56} y={50} width={44} height={15} cells={4} />
      ))}
      {numbers(3).map((window) => (
        <g key={window}>
          <rect x={56 + window * 34} y="96" width="22" height="26" fill={PANEL} opacity="0.8" />
          <rect x={186 + window * 30} y="96" width="20" height="26" fill={PANEL} opacity="0.8" />
        </g>
      ))}
      <path d="M156 150V104H176V150Z" fill={BRICK} />
      <path d="M298 150V52M298 54H316L312 60L316 66H298" stroke={INK} strokeWidth="2" fill={SUN} />
    </>
  ),
  substation: () => (
    <>
      <Sun x={160} y={52} r={26} />
      <path d="M0 126H320V180H0Z" fill={GROUND} />
      <path d="M20 30C120 62 220 52 320 22M20 40C120 72 220 62 320 32" stroke={INK} fill="none" opacity="0.5" />
      <Pylon x={40} y={128} height={96} />
      <Pylon x={288} y={128} height={110} />
      <g stroke={INK} strokeWidth="3" fill="none">
        <path d="M92 130V74H148V130M92 86H148" />
      </g>
      {numbers(3).map((post) => (
        <path key={post} d={`M${102 + post * 18} 86v14`} stroke={BRICK} strokeWidth="4" strokeDasharray="3 2" />
      ))}
      <path d="M166 96H212V138H166Z" fill={STEEL} />
      <path d="M172 96V84M189 96V80M206 96V84" stroke={BRICK} strokeWidth="4" strokeDasharray="3 2" />
      <path d="M160 104H166V132H160ZM212 104H218V132H212Z" fill={INK} opacity="0.7" />
      <path d="M226 100H274V142H226Z" fill={WALL} />
      <path d="M222 94H278V101H222Z" fill={BRICK} />
      <path d="M234 110H248V122H234ZM254 110H266V142H254Z" fill={PANEL} opacity="0.8" />
    </>
  ),
}

/** A client's mark, beside the client's name. */
export function ClientLogo({ of }: { of: ClientEmblemName }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false" className="size-12 shrink-0">
      <rect width="48" height="48" rx="10" fill={LOGO_GROUND[of]} />
      <g fill="none" stroke="#ffffff" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        {LOGOS[of]}
      </g>
    </svg>
  )
}

const LOGO_GROUND: Readonly<Record<ClientEmblemName, string>> = {
  grain: '#8a5a12',
  town: '#174f66',
  thread: '#6b2f6f',
  milk: '#2f5d2f',
}
const LOGOS: Readonly<Record<ClientEmblemName, React.ReactNode>> = {
  grain: (
    <path d="M24 40V16M24 22C18 22 15 18 15 13C21 13 24 17 24 22ZM24 22C30 22 33 18 33 13C27 13 24 17 24 22ZM24 31C18 31 15 27 15 22M24 31C30 31 33 27 33 22M24 12V8" />
  ),
  town: <path d="M9 38H39M13 38V24H21V38M27 38V24H35V38M21 28H27M21 24C21 18 27 18 27 24M24 19V10M24 10L31 13L24 16" />,
  thread: <path d="M15 12H33M15 36H33M18 12V36M30 12V36M18 18L30 22M18 24L30 28M18 30L30 34M30 20C38 20 38 40 30 40" />,
  milk: <path d="M20 9H28M21 9V15L16 22V37A3 3 0 0 0 19 40H29A3 3 0 0 0 32 37V22L27 15V9M16 27C20 24 27 30 32 27" />,
}
