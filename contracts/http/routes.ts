import { AUDIT_ROUTES } from './audit/routes-audit.ts'
import { BENEFICIARY_ROUTES } from './beneficiaries/routes-beneficiaries.ts'
import { BOOK_ROUTES } from './books/routes-books.ts'
import { CASH_COUNT_ROUTES } from './cash-counts/routes-cash-counts.ts'
import { PEOPLE_ROUTES } from './people/routes-people.ts'
import { PURPOSE_AND_BUDGET_ROUTES } from './purposes/routes-purposes-and-budgets.ts'
import { QUESTION_ROUTES } from './questions/routes-questions.ts'
import { BILL_ROUTES } from './routes-bills.ts'
import { FIELD_ENTRY_AND_ACCOUNT_ROUTES } from './routes-field-entries-and-account.ts'
import { MONEY_REPORT_AND_CONTACT_ROUTES } from './routes-money-reports-and-contact.ts'
import { SIGN_IN_ROUTES } from './routes-sign-in.ts'
import { STATEMENT_ROUTES } from './statements/routes-statements.ts'
import { TALLY_ROUTES } from './tally/routes-tally.ts'
import { TAX_ROUTES } from './tax/routes-tax.ts'
import { WORKLIST_ROUTES } from './worklists/routes-worklists-and-limits.ts'

/**
 * The calls of §7 and of the audit, as in api.md. The server registers these, and the web app calls these. The
 * permissions are in ledger-service/access/route-policy.ts.
 */
export const ROUTES = {
  ...SIGN_IN_ROUTES,
  ...FIELD_ENTRY_AND_ACCOUNT_ROUTES,
  ...BILL_ROUTES,
  ...PEOPLE_ROUTES,
  ...MONEY_REPORT_AND_CONTACT_ROUTES,
  ...AUDIT_ROUTES,
  ...WORKLIST_ROUTES,
  ...QUESTION_ROUTES,
  ...BOOK_ROUTES,
  ...BENEFICIARY_ROUTES,
  ...STATEMENT_ROUTES,
  ...CASH_COUNT_ROUTES,
  ...PURPOSE_AND_BUDGET_ROUTES,
  ...TAX_ROUTES,
  ...TALLY_ROUTES,
} as const

export type RouteName = keyof typeof ROUTES
