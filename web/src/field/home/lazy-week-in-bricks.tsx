import { LazyComponent } from '../../shared/design/lazy-component.tsx'

const loadWeek = async () => (await import('./week-in-bricks.tsx')).WeekInBricks

/**
 * The week on the first screen.
 * @param isReady whether the balance is on the screen: the code and the days of the week are asked for after it
 */
export function LazyWeekInBricks({ isReady }: { isReady: boolean }) {
  const waiting = <div aria-busy="true" className="h-[92px] bg-sheet lg:rounded-sheet lg:border lg:border-rule" />
  return isReady ? <LazyComponent load={loadWeek} with={{}} waiting={waiting} /> : waiting
}
