import { DRAFT_FILES_DATABASE } from '../forms/form-draft.ts'
import { createAccountCall, createCall } from './api-client.ts'

const endOfficeSession = createCall<'adminLogout'>('POST', '/api/admin/logout')
const endSiteSession = createCall<'siteLogout'>('POST', '/api/site/logout')

export const adminLogin = createCall<'adminLogin'>('POST', '/api/admin/login')
export const adminLogout = () => logoutAndForget(endOfficeSession)
export const siteLogin = createAccountCall<'siteLogin'>('POST', '/api/site/login')
export const siteLogout = () => logoutAndForget(endSiteSession)

/**
 * Signs out, and clears the user's data in this tab, drafts above all. These stay on purpose: the language, the
 * checkpoint that this browser remembers (audit/proof/remembered-checkpoint.ts), and the entries that wait to be sent
 * (field/outbox).
 */
async function logoutAndForget(logout: () => Promise<unknown>): Promise<void> {
  await logout()
  sessionStorage.clear()
  indexedDB.deleteDatabase(DRAFT_FILES_DATABASE)
}

/**
 * The key of both logouts until their screen is left: reads of that screen are then refused, and the user need not see
 * those refusals.
 */
export const LOGOUT_MUTATION = { mutationKey: ['logout'] }

/** §7: the browser navigates to the external sign-in. A server without a provider redirects it to /login. */
export const EXTERNAL_SIGN_IN_PATH = '/api/login'
