/**
 * What the company of this address is called, where the installation has several: the server writes it into the page
 * (ledger-service/http/named-files.ts). It is there without a network, too, as the page is.
 */
export const companyName = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content
