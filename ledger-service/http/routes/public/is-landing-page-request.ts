/** Returns whether an address is that of the one screen that belongs to the installation and not to a company. */
export const isLandingPage = (url: string) => url === '/landing' || url.startsWith('/landing?')

/** Returns whether a request is the contact form of that screen. */
export const isContactFormRequest = ({ method, url }: { method?: string | undefined; url?: string | undefined }) =>
  method === 'POST' && url === '/api/contact'
