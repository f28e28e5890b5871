/*
 * The pages of the menu besides Today, as one chunk: each chunk of its own would add the names of its files to the code
 * that a phone in the field loads before its balance.
 */
export { BeneficiaryStatement } from '../reports/beneficiary-statement-screen.tsx'
export { OfficeSettingsScreen } from '../settings/settings-screen.tsx'
export { BeneficiariesPage } from './beneficiaries-page.tsx'
export { LedgersPage } from './ledgers-page.tsx'
export { MessagesPage } from './messages-page.tsx'
export { PeoplePage } from './people-page.tsx'
export { ReportsPage } from './reports-page.tsx'
export { SearchPage } from './search-page.tsx'
export { SendMoneyPage } from './send-money-page.tsx'
