import { callOf } from './call.ts'
import { keepingLargestCheckpoint } from './largest-checkpoint.ts'

const endOffice = callOf<'adminLogout'>('POST', '/api/admin/logout')
const endSite = callOf<'siteLogout'>('POST', '/api/site/logout')

export const adminLogin = callOf<'adminLogin'>('POST', '/api/admin/login')
export const adminLogout = () => keepingLargestCheckpoint(endOffice)
export const siteLogin = callOf<'siteLogin'>('POST', '/api/site/login')
export const siteLogout = () => keepingLargestCheckpoint(endSite)

/** §7: browser navigation to the external sign-in; a server without a provider sends the browser on to /login. */
export const EXTERNAL_SIGN_IN = '/api/login'
