import { useEffect } from 'react'
import { useWords } from '../../language/in-both-languages.ts'
import { currentCompanyName } from './company-name.ts'
import { productName } from './product-name.ts'

/** Sets the tab's title: the screen, then the company or the product. */
export function usePageTitle(screen: string): void {
  const { name } = useWords(productName)
  useEffect(() => {
    document.title = `${screen} · ${currentCompanyName ?? name}`
  }, [screen, name])
}
