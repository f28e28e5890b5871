/** Courses of brick that rise to the right, on the double line. Drawn, not loaded. */
const WIDTH = 640
const BRICK = { width: 78, height: 34, gap: 6 }
/** The number of bricks that each course lacks on the left, from the ground up. */
const MISSING = [0, 2, 3, 5, 6]

export function Brickwork({ className }: { className: string }) {
  const step = BRICK.width + BRICK.gap
  const rise = BRICK.height + BRICK.gap
  const top = MISSING.length * rise
  const bricks = MISSING.flatMap((missing, course) =>
    Array.from({ length: 9 - missing }, (_, index) => ({
      x: (missing + index) * step - (course % 2) * (step / 2),
      y: top - (course + 1) * rise,
    })),
  )
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${top + 24}`}
      preserveAspectRatio="xMaxYMax slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <g className="fill-on-accent">
        {bricks.map(({ x, y }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width={BRICK.width} height={BRICK.height} rx="4" />
        ))}
        <rect x="-10" y={top + 3} width={WIDTH + 20} height="6" />
        <rect x="-10" y={top + 15} width={WIDTH + 20} height="6" />
      </g>
    </svg>
  )
}
