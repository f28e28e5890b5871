/**
 * The role with the app's permissions: INSERT and SELECT events, never UPDATE or DELETE them. The role does not sign
 * in: each installation has its own login, which is a member of this role and of nothing else
 * (migrations/app-login.ts).
 */
export const APP_ROLE = 'ledger_app'
