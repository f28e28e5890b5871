import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import { isFieldRoute, ROUTE_POLICY } from '../../access/route-policy.ts'
import { CONCURRENCY_LIMITS } from '../concurrency-limits.ts'

/** Returns every code of the catalogue with which a call may refuse a request. */
export function refusalsOf(name: RouteName): ErrorCode[] {
  const route: Route = ROUTES[name]
  const codes: ErrorCode[] = ['invalid_request', 'unknown_company', 'internal', 'unavailable', ...(OWN[name] ?? [])]
  if (ROUTE_POLICY[name] !== 'anyone') codes.push('unauthorized', 'forbidden')
  if (isFieldRoute(name)) codes.push('other_account')
  if (route.method !== 'GET') codes.push('cross_site')
  if (route.upload)
    codes.push(
      'bill_too_large',
      'no_bill',
      'bill_unreadable',
      'bill_locked',
      'bill_excessive',
      'too_many_bills',
      'too_slow',
    )
  else if (route.method !== 'GET') codes.push('body_too_large', 'unsupported_media_type', 'too_slow')
  if (route.command && isFieldRoute(name)) codes.push('too_fast')
  if (CONCURRENCY_LIMITS[name]) codes.push('too_many_at_once')
  if (route.params) codes.push('not_found')
  if (route.command) codes.push('key_reused', 'outcome_unknown')
  if (route.ifMatch && name !== 'setPurposes') codes.push('already_deleted', 'revision_changed')
  return [...new Set(codes)]
}

const SIGN_IN: ErrorCode[] = ['too_many_tries', 'unauthorized', 'outcome_unknown']
const NEW_MONEY: ErrorCode[] = ['not_found', 'counterparty_unavailable', 'total_too_large', 'books_closed']
const CHANGED_MONEY: ErrorCode[] = ['not_editable', 'total_too_large', 'books_closed']

/** The codes that follow from the rules of a call rather than from its form. */
const OWN: Partial<Record<RouteName, ErrorCode[]>> = {
  adminLogin: ['wrong_email_or_password', ...SIGN_IN],
  siteLogin: ['wrong_mobile_or_password', 'account_disabled', ...SIGN_IN],
  recordExpense: ['only_debits', 'total_too_large', 'books_closed'],
  editExpense: ['only_debits', ...CHANGED_MONEY],
  deleteExpense: CHANGED_MONEY,
  transfer: ['insufficient_balance', ...NEW_MONEY],
  sendMoney: NEW_MONEY,
  recordCredit: ['only_credits', ...NEW_MONEY],
  editCredit: ['only_credits', 'insufficient_balance', ...CHANGED_MONEY],
  deleteCredit: CHANGED_MONEY,
  // These calls hash a password: two at a time, with a short queue.
  createSiteUser: ['mobile_in_use', 'too_many_tries'],
  createSupervisor: ['mobile_in_use', 'books_closed', 'too_many_tries'],
  editSiteUser: ['mobile_in_use', 'too_many_tries'],
  editSupervisor: ['mobile_in_use', 'books_closed', 'too_many_tries'],
  createAuditor: ['email_in_use', 'too_many_tries'],
  createOfficeUser: ['email_in_use', 'too_many_tries'],
  editOfficeUser: ['email_in_use', 'last_admin', 'too_many_tries'],
  deleteOfficeUser: ['last_admin'],
  setOwnPassword: ['too_many_tries'],
  reportPhoneLost: ['too_many_tries'],
  revealUser: ['too_many_tries', 'outcome_unknown'],
  contact: ['too_many_tries'],
  siteLedger: ['ledger_changed'],
  adminLedger: ['not_found', 'ledger_changed'],
  uploadBill: ['bill_erased'],
  bill: ['bill_erased'],
  billThumbnail: ['bill_erased'],
  eraseBill: ['bill_erased'],
  auditPublicKey: ['not_found'],
  auditProof: ['not_signed_yet'],
  auditVerify: ['too_many_at_once'],
  auditAsOf: ['too_many_at_once'],
  auditLedgerAsOf: ['not_found', 'too_many_at_once'],
  auditEditLogFile: ['outcome_unknown', 'too_many_at_once'],
  statement: ['not_found', 'ledger_changed'],
  statementFile: ['not_found', 'not_signed_yet', 'too_many_rows', 'outcome_unknown', 'too_many_at_once'],
  siteStatementFile: ['too_many_rows', 'outcome_unknown', 'too_many_at_once'],
  cashBookFile: ['not_found', 'outcome_unknown', 'too_many_at_once'],
  taxListFile: ['outcome_unknown', 'too_many_at_once'],
  trialBalanceFile: ['outcome_unknown', 'too_many_at_once'],
  auditExport: ['outcome_unknown', 'too_many_at_once'],
  setTallyMap: ['not_found'],
  tallyFile: ['tally_unmapped', 'too_many_rows', 'outcome_unknown'],
  tallyExportAgain: ['tally_file_changed', 'outcome_unknown'],
  closeBooks: ['day_not_over', 'closed_before'],
  reopenBooks: ['nothing_to_reopen'],
  renameBeneficiary: ['beneficiary_name_in_use', 'too_many_spellings'],
  mergeBeneficiaries: ['not_found', 'same_beneficiary', 'too_many_spellings'],
  unmergeBeneficiary: ['not_found', 'not_merged'],
  sealedBalance: ['not_signed_yet', 'too_many_at_once'],
  setPurposes: ['purposes_changed', 'purpose_word_twice'],
  setBudget: ['not_found', 'too_many_budgets'],
  askQuestion: ['question_on_deleted', 'counterparty_unavailable', 'too_many_questions'],
  answerQuestion: ['question_closed', 'too_many_answers'],
}
