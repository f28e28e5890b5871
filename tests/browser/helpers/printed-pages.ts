import type { Page } from 'playwright-core'
import { pagesOfPdf } from '../../environment/files/independent-file-readers.ts'

/** Returns the text of each printed page, without spaces. */
export async function printed(page: Page): Promise<string[]> {
  const pages = await pagesOfPdf(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))
  return pages.map((pieces) =>
    pieces
      .map(({ text }) => text)
      .join('')
      .replaceAll(/\s/g, ''),
  )
}
