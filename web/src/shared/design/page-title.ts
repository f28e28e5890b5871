import { useEffect } from 'react'
import { useWords } from '../language/words.ts'
import { brand } from './brand.ts'

/** The tab's title: the screen, then the product. */
export function usePageTitle(screen: string): void {
  const { name } = useWords(brand)
  useEffect(() => {
    document.title = `${screen} · ${name}`
  }, [screen, name])
}
