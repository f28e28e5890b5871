import { LazyComponent } from '../../shared/design/lazy-component.tsx'

const loadBar = async () => (await import('./bottom-bar.tsx')).FieldBottomBar

/**
 * The bar of a first screen.
 * @param isReady whether the balance is on the screen: the code of the bar is loaded after it
 */
export function LazyBottomBar({ role, isReady }: { role: string; isReady: boolean }) {
  return isReady ? <LazyComponent load={loadBar} with={{ role }} waiting={null} /> : null
}
