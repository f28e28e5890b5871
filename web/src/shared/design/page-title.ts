import { useEffect } from 'react'
import { useWords } from '../language/words.ts'
import { brand } from './brand.ts'
import { companyName } from './company-name.ts'

/** Sets the tab's title: the screen, then the company or the product. */
export function usePageTitle(screen: string): void {
  const { name } = useWords(brand)
  useEffect(() => {
    document.title = `${screen} · ${companyName ?? name}`
  }, [screen, name])
}
