import { ENTRY_TEXT_LIMITS } from '@ledger/contracts/entry-text-fields.ts'
import { expenseBody, sendMoneyBody, transferBody } from '@ledger/contracts/http/entry-requests.ts'
import {
  createSiteUserBody,
  createSupervisorBody,
  editSupervisorBody,
} from '@ledger/contracts/http/people/people-requests.ts'
import { adminLoginBody, siteLoginBody } from '@ledger/contracts/http/people/sign-in-requests.ts'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'

const expense = {
  type: 'debit',
  amount: '1500.00',
  recipient: 'Sharma Traders',
  purpose: 'Cement',
  paymentMode: 'cash',
  narration: '20 bags',
}
const money = { siteInchargeId: 'site_9800000001', amount: 5000, paymentMode: 'upi', narration: 'Week 14' }
const transfer = { toUserId: 'supervisor_9800000002', amount: '100', paymentMode: 'upi', narration: 'Labour' }
const siteUser = { name: 'Asha Rao', mobile: '9800000001', password: 'x' }
const supervisor = { name: 'Ravi Kumar', mobile: '9800000002', password: '12345678' }

const ENTER_BOTH_EMAIL = 'Please enter both email and password'
const ENTER_BOTH_MOBILE = 'Please enter both mobile number and password'
const INVALID_MOBILE = 'Please enter a valid 10-digit mobile number'
const INVALID_AMOUNT = 'Please enter a valid amount greater than 0'

/** Returns the sentence that a person sees: that of the first broken rule. */
function message(schema: z.ZodType, body: unknown): string | undefined {
  return schema.safeParse(body).error?.issues[0]?.message
}

/** The rules of a form in the order of §5: a value that breaks each, and its sentence. */
type Rule = [field: string, bad: unknown, message: string]

const FORMS: [form: string, schema: z.ZodType, good: Record<string, unknown>, rules: Rule[]][] = [
  [
    'Admin login',
    adminLoginBody,
    { email: 'admin@localhost', password: 'x' },
    [
      ['email', '', ENTER_BOTH_EMAIL],
      ['password', '', ENTER_BOTH_EMAIL],
    ],
  ],
  [
    'Site login',
    siteLoginBody,
    { mobile: '9800000001', password: 'x' },
    [
      ['mobile', '', ENTER_BOTH_MOBILE],
      ['password', '', ENTER_BOTH_MOBILE],
    ],
  ],
  [
    'Expense form',
    expenseBody,
    expense,
    [
      ['amount', '', 'Amount is required'],
      ['recipient', ' ', 'Recipient is required'],
      ['purpose', '', 'Purpose is required'],
      ['paymentMode', 'gold', 'Payment mode is required'],
      ['narration', '\t', 'Narration is required'],
    ],
  ],
  [
    'Send money',
    sendMoneyBody,
    money,
    [
      ['siteInchargeId', '', 'Please select a site incharge'],
      ['amount', '0', INVALID_AMOUNT],
      ['paymentMode', 'gold', 'Please select a payment mode'],
      ['narration', '', 'Please provide a purpose for the money transfer'],
    ],
  ],
  [
    'Transfer to supervisor',
    transferBody,
    transfer,
    [
      ['toUserId', '', 'Please select a supervisor'],
      ['amount', 'ten', INVALID_AMOUNT],
      ['paymentMode', 'cheque', 'Please select a payment mode'],
      ['narration', '   ', 'Please provide a narration for the transfer'],
    ],
  ],
  [
    'Create site user',
    createSiteUserBody,
    siteUser,
    [
      ['name', '', 'Name is required'],
      ['mobile', '', 'Mobile number is required'],
      ['password', '', 'Password is required'],
    ],
  ],
  [
    'Create supervisor',
    createSupervisorBody,
    supervisor,
    [
      ['name', '  ', 'Name is required'],
      ['mobile', '98000', INVALID_MOBILE],
      ['password', '1234567', 'Password must be at least 8 characters long'],
    ],
  ],
]

describe.each(FORMS)('%s', (_form, schema, good, rules) => {
  test('takes what is right', () => {
    expect(message(schema, good)).toBeUndefined()
  })

  test.each(rules)('a bad %s (%j) says: %s', (field, bad, sentence) => {
    expect(message(schema, { ...good, [field]: bad })).toBe(sentence)
  })

  test('of several broken rules the first in the order of §5 speaks, in whatever order the fields come', () => {
    for (const [index, [, , sentence]] of rules.entries()) {
      const broken = Object.fromEntries(rules.slice(index).map(([field, bad]) => [field, bad]))
      expect(message(schema, { ...good, ...broken })).toBe(sentence)
      expect(message(schema, Object.fromEntries(Object.entries({ ...good, ...broken }).reverse()))).toBe(sentence)
      const missing = Object.fromEntries(Object.entries(good).filter(([field]) => !(field in broken)))
      expect(schema.safeParse(missing).success).toBe(false)
    }
  })

  test.each([[null], [42], [true], [['text']], [{}]])('%j where text belongs breaks the rule of the field', (bad) => {
    for (const [field] of rules.filter(([field]) => field !== 'amount'))
      expect(message(schema, { ...good, [field]: bad }), field).toBeDefined()
  })

  test('an unknown field is refused, `__proto__` too, and so is anything that is no object', () => {
    for (const extra of ['id', 'userId2', 'isTransfer', 'role', 'status', 'balance', 'constructor']) {
      const result = schema.safeParse({ ...good, [extra]: 'x' })
      expect(result.error?.issues[0]?.code, extra).toBe('unrecognized_keys')
    }
    const poisoned = JSON.parse(`{"__proto__": {"polluted": true}, ${JSON.stringify(good).slice(1)}`)
    expect(schema.safeParse(poisoned).error?.issues[0]?.code).toBe('unrecognized_keys')
    expect({}).not.toHaveProperty('polluted')
    for (const none of [undefined, null, [], 'x', 1]) expect(schema.safeParse(none).success).toBe(false)
  })
})

describe('fields', () => {
  test.each([
    ['9 digits', '980000000'],
    ['11 digits', '98000000010'],
    ['a country code', '+919800000001'],
    ['spaces', '98000 00001'],
    ['letters', 'abcdefghij'],
    ['digits of Devanagari', '९८०००००००१'],
    ['a line after it', '9800000001\n'],
  ])('a mobile number with %s is not valid', (_what, mobile) => {
    expect(message(siteLoginBody, { mobile, password: 'x' })).toBe(INVALID_MOBILE)
    expect(message(createSiteUserBody, { ...siteUser, mobile })).toBe(INVALID_MOBILE)
    expect(message(createSupervisorBody, { ...supervisor, mobile })).toBe(INVALID_MOBILE)
  })

  test('an amount that is there but no amount says so, and one that is not there is required', () => {
    for (const amount of ['1,000', '1e3', '०', -0, 0, '0', '0.000', 'ten', {}, [], true])
      expect(message(expenseBody, { ...expense, amount })).toBe('Amount must be a positive number')
    for (const amount of ['1.005', 1.005, '0.001', '999999999.999'])
      expect(message(expenseBody, { ...expense, amount })).toBe('Please use at most 2 digits after the decimal point')
    for (const amount of ['1000000000', 1e12, '99999999999', '99999999999.999'])
      expect(message(expenseBody, { ...expense, amount })).toBe('Amount can be at most ₹99,99,99,999.99')
    const { amount: _, ...without } = expense
    for (const body of [without, { ...expense, amount: null }, { ...expense, amount: '' }])
      expect(message(expenseBody, body)).toBe('Amount is required')
    for (const amount of [undefined, null, '', '-1', 'x']) {
      expect(message(sendMoneyBody, { ...money, amount })).toBe(INVALID_AMOUNT)
      expect(message(transferBody, { ...transfer, amount })).toBe(INVALID_AMOUNT)
    }
  })

  test('an amount comes out as whole paise, from text and from a number', () => {
    expect(expenseBody.parse({ ...expense, amount: '1500.50' }).amount).toBe(150_050)
    expect(sendMoneyBody.parse({ ...money, amount: 0.29 }).amount).toBe(29)
  })

  test('texts are trimmed, and too long or unprintable ones refused in words', () => {
    expect(expenseBody.parse({ ...expense, recipient: '  Sharma  Traders ' }).recipient).toBe('Sharma  Traders')
    expect(
      expenseBody.parse({ ...expense, narration: 'क'.repeat(ENTRY_TEXT_LIMITS.narration) }).narration,
    ).toHaveLength(1000)
    expect(message(expenseBody, { ...expense, narration: 'x'.repeat(ENTRY_TEXT_LIMITS.narration + 1) })).toBe(
      'Please use at most 1000 characters',
    )
    for (const bad of ['a\u0000b', 'a\u001bb', 'a\u007fb', 'a\ud800b'])
      expect(message(expenseBody, { ...expense, purpose: bad })).toBe('Please remove characters that cannot be printed')
    for (const fine of ["Robert'); DROP TABLE events;--", '<img src=x onerror=alert(1)>', '=1+1', 'दो थैले', '🏗', 'a\nb'])
      expect(expenseBody.parse({ ...expense, narration: fine }).narration).toBe(fine)
  })

  test('the payment modes are those of §3; a transfer takes no cheque, and money sent goes by bank unless said', () => {
    for (const paymentMode of ['cash', 'upi', 'bank_transfer', 'cheque'])
      expect(message(expenseBody, { ...expense, paymentMode })).toBeUndefined()
    for (const paymentMode of ['cash', 'upi', 'bank_transfer'])
      expect(message(transferBody, { ...transfer, paymentMode })).toBeUndefined()
    expect(message(transferBody, { ...transfer, paymentMode: 'cheque' })).toBe('Please select a payment mode')
    const { paymentMode: _, ...without } = money
    expect(sendMoneyBody.parse(without).paymentMode).toBe('bank_transfer')
  })

  test('an admin signs in with an e-mail address in any case, with spaces around it', () => {
    expect(adminLoginBody.parse({ email: ' Admin@Localhost ', password: ' x ' })).toEqual({
      email: 'Admin@Localhost',
      password: ' x ',
    })
  })

  test('a name is one field or two; the first word is the first name', () => {
    const name = (body: object) =>
      createSiteUserBody.parse({ mobile: '9800000001', password: 'x', ...body } as unknown).name
    expect(name({ name: 'Asha' })).toEqual({ firstName: 'Asha', lastName: '' })
    expect(name({ name: '  Asha   Devi Rao ' })).toEqual({ firstName: 'Asha', lastName: 'Devi Rao' })
    expect(name({ firstName: 'Asha Devi', lastName: 'Rao' })).toEqual({ firstName: 'Asha Devi', lastName: 'Rao' })
    expect(name({ firstName: 'Asha', lastName: '' })).toEqual({ firstName: 'Asha', lastName: '' })
    expect(name({ firstName: 'Asha', lastName: 'R'.repeat(100) }).lastName).toHaveLength(100)
    expect(name({ firstName: 'Asha Rao' })).toEqual({ firstName: 'Asha', lastName: 'Rao' })
  })

  test('a name that is missing, blank, of another type, or given twice, is refused first', () => {
    const { name: _, ...without } = siteUser
    for (const bad of [
      {},
      { firstName: '' },
      { firstName: 5 },
      { firstName: 'Asha', lastName: 5 },
      { firstName: ' ', lastName: 'Rao' },
      { lastName: 'Rao' },
    ])
      expect(message(createSiteUserBody, { ...without, mobile: '', ...bad }), JSON.stringify(bad)).toBe(
        'Name is required',
      )
    expect(createSiteUserBody.safeParse({ ...siteUser, firstName: 'Asha' }).success).toBe(false)
  })

  test('a name that is too long says so: whole, first or last', () => {
    const { name: _, ...without } = siteUser
    const [long, whole] = ['x'.repeat(101), 'x'.repeat(201)]
    for (const parts of [
      { firstName: long, lastName: 'Rao' },
      { firstName: 'Asha', lastName: long },
    ])
      expect(message(createSiteUserBody, { ...without, ...parts })).toBe('Please use at most 100 characters')
    expect(message(createSiteUserBody, { ...without, name: whole })).toBe('Please use at most 200 characters')
  })

  test('an optional text that is left out, null or blank is none', () => {
    for (const siteName of [undefined, null, '', '  '])
      expect(createSiteUserBody.parse({ ...siteUser, siteName }).siteName).toBeUndefined()
    expect(createSiteUserBody.parse({ ...siteUser, siteName: ' Pune ' }).siteName).toBe('Pune')
  })

  test('a password is taken as it is typed, spaces and Hindi too', () => {
    for (const password of [' spaces ', 'पासवर्ड१२३', 'x'.repeat(128)])
      expect(createSiteUserBody.parse({ ...siteUser, password }).password).toBe(password)
    expect(message(createSiteUserBody, { ...siteUser, password: 'x'.repeat(129) })).toBe(
      'Please use at most 128 characters',
    )
  })
})

describe.each([
  ['a new supervisor', createSupervisorBody, supervisor],
  ['a supervisor who is changed', editSupervisorBody, { name: 'Ravi Kumar' }],
])('the site of %s', (_who, schema, person) => {
  test.each([
    ['is that of an incharge', 'site_9800000001', 'site_9800000001'],
    ['is none where it is emptied', '', null],
    ['is none where it is null', null, null],
    ['stays where it is left out', undefined, undefined],
  ])('%s', (_what, siteId, site) => {
    expect(schema.parse({ ...person, siteId }).siteId).toBe(site)
  })

  test('holds from the day that is given, and from no day where that is empty or left out', () => {
    const days = ['2026-04-01', '', undefined].map((siteFrom) => schema.parse({ ...person, siteFrom }).siteFrom)
    expect(days).toEqual(['2026-04-01', undefined, undefined])
  })

  test.each([
    ['siteId', 'supervisor_9800000002', 'Please choose a site'],
    ['siteId', 'site_98', 'Please choose a site'],
    ['siteId', 5, 'Please choose a site'],
    ['siteFrom', '2026-02-29', 'Please enter a valid date'],
    ['siteFrom', 'today', 'Please enter a valid date'],
    ['siteFrom', null, 'Please enter a valid date'],
  ])('is refused where %s is %j: %s', (field, bad, sentence) => {
    const { issues } = schema.safeParse({ ...person, [field]: bad }).error ?? {}
    expect(issues).toMatchObject([{ path: [field], message: sentence }])
  })
})
