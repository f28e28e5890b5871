import { renameBeneficiaryBody } from '@ledger/contracts/http/beneficiaries/beneficiary-requests.ts'
import { reopenBooksBody } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import {
  deleteCreditForm,
  editCreditForm,
  eraseBillBody,
  expenseBody,
  sendMoneyBody,
  transferBody,
} from '@ledger/contracts/http/entry-requests.ts'
import {
  createOfficeUserBody,
  createSiteUserBody,
  ownPasswordBody,
  phoneLostBody,
} from '@ledger/contracts/http/people/people-requests.ts'
import { budgetBody, purposesBody } from '@ledger/contracts/http/purposes/purpose-and-budget-schemas.ts'
import { answerBody, questionBody } from '@ledger/contracts/http/questions/question-schemas.ts'
import { setTallyMapBody } from '@ledger/contracts/http/tally/tally-schemas.ts'
import { reviewBody } from '@ledger/contracts/http/worklists/mark-entry-reviewed-schemas.ts'
import { validationMessageInHindi } from '@ledger/web/src/shared/language/validation-messages-hindi.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'

/** Fields cut no text, so the contract's rules say in both languages that one is too long, and how long it may be. */

const purposes = (text: string) => [{ name: text, hindi: text, aliases: [text] }]
const tallyLine = (ledger: string) => ({ lines: [{ kind: 'person', id: 'x', ledger, group: 'Cash-in-Hand' }] })

test.each<[form: string, field: string, most: number, schema: z.ZodType, bodyOf?: (text: string) => unknown]>([
  ['an expense', 'recipient', 120, expenseBody],
  ['an expense', 'purpose', 200, expenseBody],
  ['an expense', 'narration', 1000, expenseBody],
  ['an expense', 'reference', 40, expenseBody],
  ['a transfer', 'narration', 1000, transferBody],
  ['a transfer', 'reference', 40, transferBody],
  ['an answer', 'text', 500, answerBody],
  ['a question', 'text', 500, questionBody],
  ['money to a site', 'narration', 1000, sendMoneyBody],
  ['money to a site', 'reference', 40, sendMoneyBody],
  ['a change of money that was sent', 'purpose', 200, editCreditForm],
  ['a change of money that was sent', 'narration', 1000, editCreditForm],
  ['a change of money that was sent', 'reference', 40, editCreditForm],
  ['a change of money that was sent', 'reason', 200, editCreditForm],
  ['a deletion', 'reason', 200, deleteCreditForm],
  ['a review', 'reason', 200, reviewBody],
  ['the erasure of a bill', 'reason', 1000, eraseBillBody],
  ['the reopening of books', 'reason', 200, reopenBooksBody],
  ['a budget', 'purpose', 200, budgetBody],
  ['another name of a party', 'name', 120, renameBeneficiaryBody],
  ['a purpose', '0.name', 100, purposesBody, purposes],
  ['a purpose', '0.hindi', 100, purposesBody, purposes],
  ['a purpose', '0.aliases.0', 200, purposesBody, purposes],
  ['a ledger in Tally', 'lines.0.ledger', 100, setTallyMapBody, tallyLine],
  ['a site', 'siteName', 100, createSiteUserBody],
  ['a site', 'name', 200, createSiteUserBody],
  ['a person of the office', 'email', 254, createOfficeUserBody],
  ['an own password', 'password', 128, ownPasswordBody],
  ['a lost phone', 'password', 128, phoneLostBody],
])(
  '%s says that its %s has more than %i characters',
  (_form, field, most, schema, bodyOf = (text) => ({ [field]: text })) => {
    const said = (length: number) =>
      (schema.safeParse(bodyOf('x'.repeat(length))).error?.issues ?? [])
        .filter(({ path }) => path.join('.') === field)
        .map(({ message }) => message)
    const sentence = `Please use at most ${most} characters`
    expect(said(most)).not.toContain(sentence)
    // A form shows the first sentence of a field.
    expect(said(most + 1)[0]).toBe(sentence)
    expect(validationMessageInHindi(sentence)).toBe(`ज़्यादा से ज़्यादा ${most} अक्षर लिखें`)
  },
)
