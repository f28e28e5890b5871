import { callOf } from './call.ts'

export const adminLogin = callOf<'adminLogin'>('POST', '/api/admin/login')
export const adminLogout = callOf<'adminLogout'>('POST', '/api/admin/logout')
export const siteLogin = callOf<'siteLogin'>('POST', '/api/site/login')
export const siteLogout = callOf<'siteLogout'>('POST', '/api/site/logout')

/** §7: browser navigation to the external sign-in; a server without a provider sends the browser on to /login. */
export const EXTERNAL_SIGN_IN = '/api/login'
