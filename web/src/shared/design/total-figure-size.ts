/**
 * Returns the size of the one large figure of a phone's screen, so that crores stay on one line at 320 px, too, and on
 * a phone that is zoomed to 200 %. 74 px stand beside it.
 */
export function totalFigureSize(figure: string | undefined): string {
  const length = figure?.length ?? 0
  if (length <= 13) return 'text-[clamp(12px,min(11.5vw,(100vw-74px)/6),52px)]/[1.2]'
  return length <= 16
    ? 'text-[clamp(12px,min(9.5vw,(100vw-74px)/7.5),48px)]/[1.2]'
    : 'text-[clamp(12px,min(7.8vw,(100vw-74px)/9),40px)]/[1.2]'
}
