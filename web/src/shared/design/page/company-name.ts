import { currentWords } from '../../language/in-both-languages.ts'
import { productName } from './product-name.ts'

/** Returns what ledger-service/http/routes/public/send-branded-page-and-manifest.ts wrote into the page. */
const metaContent = (name: string) => globalThis.document?.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content

/**
 * The name of this address's company, where the installation has several. It is part of the page, so it is there
 * without a network, too.
 */
export const currentCompanyName = metaContent('application-name')

/** Returns the name on paper and in files: the company's, also where it is the only one, else the product's. */
export const printedCompanyName = () =>
  currentCompanyName ?? metaContent('company-name') ?? currentWords(productName).name
