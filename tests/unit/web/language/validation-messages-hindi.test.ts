import { DATE_IN_FUTURE_MESSAGE } from '@ledger/contracts/dates.ts'
import { beneficiaryDetailsBody } from '@ledger/contracts/http/beneficiaries/beneficiary-details-schemas.ts'
import { renameBeneficiaryBody } from '@ledger/contracts/http/beneficiaries/beneficiary-requests.ts'
import { closeBooksBody, reopenBooksBody } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import { cashCountBody } from '@ledger/contracts/http/cash-counts/cash-count-schemas.ts'
import { contactFormBody } from '@ledger/contracts/http/contact-form-schemas.ts'
import {
  creditBody,
  deleteCreditForm,
  editCreditForm,
  eraseBillBody,
  expenseBody,
  sendMoneyBody,
  transferBody,
} from '@ledger/contracts/http/entry-requests.ts'
import {
  createAuditorBody,
  createOfficeUserBody,
  createSiteUserBody,
  createSupervisorBody,
  editOfficeUserBody,
  editSiteUserBody,
  editSupervisorBody,
  ownPasswordBody,
  phoneLostBody,
} from '@ledger/contracts/http/people/people-requests.ts'
import { adminLoginBody, siteLoginBody } from '@ledger/contracts/http/people/sign-in-requests.ts'
import { budgetBody, purposesBody } from '@ledger/contracts/http/purposes/purpose-and-budget-schemas.ts'
import { answerBody, questionBody } from '@ledger/contracts/http/questions/question-schemas.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { taxLimitsBody } from '@ledger/contracts/http/tax/tax-limit-and-tax-list-schemas.ts'
import { reviewBody } from '@ledger/contracts/http/worklists/mark-entry-reviewed-schemas.ts'
import { alertLevelBody, officeSettingsBody } from '@ledger/contracts/http/worklists/worklist-limit-schemas.ts'
import {
  VALIDATION_MESSAGES_IN_HINDI,
  validationMessageInHindi,
} from '@ledger/web/src/shared/language/validation-messages-hindi.ts'
import { expect, it } from 'vitest'
import type { z } from 'zod'

/** Each form of the web app, and the fields that a person can fill. */
const FORMS: readonly (readonly [z.ZodType, readonly string[]])[] = [
  [adminLoginBody, ['email', 'password']],
  [siteLoginBody, ['mobile', 'password']],
  [expenseBody, ['amount', 'recipient', 'purpose', 'paymentMode', 'narration']],
  [creditBody, ['amount', 'recipient', 'purpose', 'paymentMode', 'narration']],
  [editCreditForm, ['amount', 'recipient', 'purpose', 'paymentMode', 'narration', 'reason']],
  [deleteCreditForm, ['reason']],
  [sendMoneyBody, ['siteInchargeId', 'amount', 'paymentMode', 'narration']],
  [transferBody, ['toUserId', 'amount', 'paymentMode', 'narration']],
  [createSiteUserBody, ['name', 'mobile', 'siteName', 'password']],
  [editSiteUserBody, ['name', 'mobile', 'siteName', 'password']],
  [createSupervisorBody, ['name', 'mobile', 'password']],
  [editSupervisorBody, ['name', 'mobile', 'password']],
  [createAuditorBody, ['name', 'email', 'password']],
  [createOfficeUserBody, ['name', 'email', 'password', 'role']],
  [editOfficeUserBody, ['name', 'email', 'password', 'role']],
  [ownPasswordBody, ['current', 'password']],
  [phoneLostBody, ['password']],
  [contactFormBody, ['name', 'email', 'phone', 'message']],
  [eraseBillBody, ['reason']],
  [officeSettingsBody, ['lowCash', 'billAbove', 'large', 'lateDays']],
  [alertLevelBody, ['amount']],
  [reviewBody, ['reason']],
  [budgetBody, ['site', 'purpose', 'month', 'amount']],
  [questionBody, ['text']],
  [answerBody, ['text']],
  [cashCountBody, ['amount']],
  [closeBooksBody, ['upTo']],
  [reopenBooksBody, ['upTo', 'reason']],
  [renameBeneficiaryBody, ['name']],
  [beneficiaryDetailsBody, ['pan', 'gstin', 'phone']],
  [taxLimitsBody, ['from', 'single', 'year', 'cashDay']],
]

/**
 * Bodies that no person fills in: a switch, a count, a name that a button gives, the time of a phone; and those whose
 * forms, in which a reason is required, are listed above.
 */
const NO_FORM = [
  ...['deleteExpense', 'setSiteUserStatus', 'setSupervisorStatus', 'auditExported', 'auditRebuild'],
  ...['editCredit', 'deleteCredit', 'mergeBeneficiaries', 'unmergeBeneficiary'],
  // Lists of rows; `sentences` breaks the first by itself.
  ...['setPurposes', 'setTallyMap'],
]

/** Wrong values of a field: empty, blank, short, weak, common, no number, not positive, unprintable, too long. */
const TYPED = [
  '',
  ' ',
  'x',
  'lowercase9',
  'PassWord123',
  '-1',
  '0',
  '1.234',
  '99999999999',
  'a\u0001b',
  '\ud800',
  'x'.repeat(1100),
]

/** Wrong attachments: no id, and too many. */
const ATTACHED = [['x'], Array.from({ length: 6 }, (_, at) => String(at).repeat(64))]

/** Every sentence that the schemas say about what a person typed. */
function sentences(): Set<string> {
  const said = new Set<string>()
  for (const [schema, fields] of FORMS)
    for (const bad of TYPED) {
      const body = Object.fromEntries(fields.map((field) => [field, bad]))
      // A field shows the first of its sentences.
      const first = new Map<string, string>()
      for (const { path, message } of schema.safeParse(body).error?.issues ?? [])
        if (!first.has(String(path[0]))) first.set(String(path[0]), message)
      for (const message of first.values()) said.add(message)
    }
  for (const bills of ATTACHED)
    for (const { path, message } of expenseBody.safeParse({ bills }).error?.issues ?? [])
      if (path[0] === 'bills') said.add(message)
  const purpose = { name: 'x', hindi: '', aliases: [] }
  const lists = [
    ...TYPED.map((bad) => [{ name: bad, hindi: bad, aliases: [bad] }]),
    Array.from({ length: 501 }, () => purpose),
    [{ ...purpose, aliases: Array.from({ length: 51 }, () => 'x') }],
  ]
  for (const { message } of lists.flatMap((list) => purposesBody.safeParse(list).error?.issues ?? [])) said.add(message)
  const ofAnother = { pan: 'ABCPD1234E', gstin: '27AAPFU0939F1ZV', phone: null }
  for (const { message } of beneficiaryDetailsBody.safeParse(ofAnother).error?.issues ?? []) said.add(message)
  return said
}

it('knows the form of every body of the contract', () => {
  const forms = FORMS.map(([schema]) => schema)
  const unknown = Object.entries(ROUTES).filter(
    ([name, route]) => 'body' in route && !NO_FORM.includes(name) && !forms.includes(route.body),
  )
  expect(unknown.map(([name]) => name)).toEqual([])
})

it('says every broken rule of every form in Hindi', () => {
  const said = sentences()
  const untold = [...said].filter((message) => !/\p{Script=Devanagari}/u.test(validationMessageInHindi(message)))
  expect(untold).toEqual([])
  expect(said.size).toBeGreaterThan(20)
})

it('keeps no Hindi for a rule that no form has, but a date to come, which the server alone can judge', () => {
  const said = sentences()
  const others = Object.keys(VALIDATION_MESSAGES_IN_HINDI).filter((message) => !said.has(message))
  expect(others).toEqual([DATE_IN_FUTURE_MESSAGE])
})
