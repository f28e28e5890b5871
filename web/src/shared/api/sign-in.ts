import { DRAFT_FILES } from '../drafts/draft.ts'
import { callOf, callOfAccount } from './call.ts'

const endOffice = callOf<'adminLogout'>('POST', '/api/admin/logout')
const endSite = callOf<'siteLogout'>('POST', '/api/site/logout')

export const adminLogin = callOf<'adminLogin'>('POST', '/api/admin/login')
export const adminLogout = () => forgetting(endOffice)
export const siteLogin = callOfAccount<'siteLogin'>('POST', '/api/site/login')
export const siteLogout = () => forgetting(endSite)

/**
 * A logout ends what this tab holds of the person, drafts above all. What outlives it on purpose: the language, what this browser saw
 * signed (audit/proof/remembered.ts), and what waits to be sent (field/outbox).
 */
async function forgetting(logout: () => Promise<unknown>): Promise<void> {
  await logout()
  sessionStorage.clear()
  indexedDB.deleteDatabase(DRAFT_FILES)
}

/** What both logouts are known by, until their screen is left: what that still reads is refused, and is no news to whoever leaves. */
export const LOGOUT = { mutationKey: ['logout'] }

/** §7: browser navigation to the external sign-in; a server without a provider sends the browser on to /login. */
export const EXTERNAL_SIGN_IN = '/api/login'
