/** The contractor's mark: a sun that rises over a table of panels. */
export function CompanyEmblem({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" focusable="false" className={className}>
      <rect width="40" height="40" rx="8" fill="#173a5e" />
      <path d="M10 21a10 10 0 0 1 20 0Z" fill="#ffc21f" />
      <path d="M20 5.5v3M9 10l2.2 2.2M31 10l-2.2 2.2" stroke="#ffc21f" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M8 24H32L35 34H5Z" fill="#fbefd0" />
      <path d="M16 24L14.5 34M24 24L25.5 34M6.5 29H33.5" stroke="#173a5e" strokeWidth="1.6" />
    </svg>
  )
}
