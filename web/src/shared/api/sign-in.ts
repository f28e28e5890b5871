import { DRAFT_FILES } from '../drafts/draft.ts'
import { callOf, callOfAccount } from './call.ts'

const endOffice = callOf<'adminLogout'>('POST', '/api/admin/logout')
const endSite = callOf<'siteLogout'>('POST', '/api/site/logout')

export const adminLogin = callOf<'adminLogin'>('POST', '/api/admin/login')
export const adminLogout = () => forgetting(endOffice)
export const siteLogin = callOfAccount<'siteLogin'>('POST', '/api/site/login')
export const siteLogout = () => forgetting(endSite)

/**
 * Signs out, and clears the user's data in this tab, drafts above all. These stay on purpose: the language, the
 * checkpoint that this browser remembers (audit/proof/remembered.ts), and the entries that wait to be sent
 * (field/outbox).
 */
async function forgetting(logout: () => Promise<unknown>): Promise<void> {
  await logout()
  sessionStorage.clear()
  indexedDB.deleteDatabase(DRAFT_FILES)
}

/**
 * The key of both logouts until their screen is left: reads of that screen are then refused, and the user need not see
 * those refusals.
 */
export const LOGOUT = { mutationKey: ['logout'] }

/** §7: the browser navigates to the external sign-in. A server without a provider redirects it to /login. */
export const EXTERNAL_SIGN_IN = '/api/login'
