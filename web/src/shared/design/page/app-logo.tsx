/** The mark: two courses of brick on the bookkeeper's double line. */
export function AppLogo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="6" className="fill-accent" />
      <g className="fill-on-accent">
        <rect x="11" y="5" width="10" height="6" rx="1" />
        <rect x="6" y="12.5" width="9.25" height="6" rx="1" />
        <rect x="16.75" y="12.5" width="9.25" height="6" rx="1" />
        <rect x="5" y="21.5" width="22" height="2" />
        <rect x="5" y="25" width="22" height="2" />
      </g>
    </svg>
  )
}
