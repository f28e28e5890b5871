/** Courses of brick that rise to the right, on the double line. Drawn, not loaded. */
const DRAWING_WIDTH = 640
const BRICK_SIZE = { width: 78, height: 34, gap: 6 }
/** The number of bricks that each course lacks on the left, from the ground up. */
const BRICKS_MISSING_PER_COURSE = [0, 2, 3, 5, 6]

export function BrickworkDrawing({ className }: { className: string }) {
  const step = BRICK_SIZE.width + BRICK_SIZE.gap
  const rise = BRICK_SIZE.height + BRICK_SIZE.gap
  const top = BRICKS_MISSING_PER_COURSE.length * rise
  const bricks = BRICKS_MISSING_PER_COURSE.flatMap((missing, course) =>
    Array.from({ length: 9 - missing }, (_, index) => ({
      x: (missing + index) * step - (course % 2) * (step / 2),
      y: top - (course + 1) * rise,
    })),
  )
  return (
    <svg
      viewBox={`0 0 ${DRAWING_WIDTH} ${top + 24}`}
      preserveAspectRatio="xMaxYMax slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <g className="fill-on-accent">
        {bricks.map(({ x, y }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width={BRICK_SIZE.width} height={BRICK_SIZE.height} rx="4" />
        ))}
        <rect x="-10" y={top + 3} width={DRAWING_WIDTH + 20} height="6" />
        <rect x="-10" y={top + 15} width={DRAWING_WIDTH + 20} height="6" />
      </g>
    </svg>
  )
}
