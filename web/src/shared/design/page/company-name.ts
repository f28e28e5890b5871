/**
 * The name of this address's company, where the installation has several. The server writes it into the page
 * (ledger-service/http/routes/public/branded-assets.ts), so it is there without a network, too.
 */
export const currentCompanyName =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content
