/** Returns the size of the one large figure of a phone's screen, so that crores stay on one line at 320 px, too. */
export function totalFigureSize(figure: string | undefined): string {
  const length = figure?.length ?? 0
  if (length <= 13) return 'text-[clamp(32px,11.5vw,52px)]/[1.2]'
  return length <= 16 ? 'text-[clamp(28px,9.5vw,48px)]/[1.2]' : 'text-[clamp(22px,7.8vw,40px)]/[1.2]'
}
