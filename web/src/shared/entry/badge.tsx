/** A mark behind a name: an en space after it on the same line, at the very beginning of the next where it has to go there. */
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
