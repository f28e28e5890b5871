/**
 * The name of this address's company, where the installation has several. The server writes it into the page
 * (ledger-service/http/named-files.ts), so it is there without a network, too.
 */
export const companyName = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content
