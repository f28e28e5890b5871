/**
 * A mark behind a name, after an en space. Where it does not fit on the line, it begins the next one without the space.
 */
export function Badge({ children }: { children: string }) {
  return (
    <>
      {'\u2002'}
      <span className="inline-block rounded-brick border border-ink px-1.5 align-[1px] font-heavy text-[13px]/5">
        {children}
      </span>
    </>
  )
}
