/**
 * §5 by hand: each call that takes a form, a body that is right, and the rules in the order in which §5 gives them.
 * `breaks` holds the ways to break a rule: fields that are laid over the right body, where undefined leaves one out.
 */
export interface FormRule {
  message: string
  title?: string
  brokenBodies: Record<string, unknown>[]
  status?: 400 | 422
}
export interface ValidatedForm {
  name: string
  as: 'admin' | 'incharge' | 'nobody'
  method: 'POST' | 'PUT' | 'PATCH'
  path: (ids: FormObjectIds) => string
  valid: (ids: FormObjectIds) => Record<string, unknown>
  rules: (ids: FormObjectIds) => FormRule[]
  /** The status of the answer to the right body. */
  answer: number
}
/** The objects that the calls name: public ids of accounts, ids of transactions. */
export interface FormObjectIds {
  incharge: string
  supervisor: string
  expense: string
  credit: string
}

/** Returns every way of leaving a text field empty. */
const missing = (field: string) => [undefined, null, '', '   ', 7, ['x'], {}].map((value) => ({ [field]: value }))
/** The same where white space counts, as in a password. */
const absent = (field: string) => [undefined, null, '', 7, ['x'], {}].map((value) => ({ [field]: value }))
const NO_AMOUNTS = ['0', 0, '0.00', '-5', -5, 'abc', '1,000', '1e3', '०', true, [1], {}]
const amounts = (...values: unknown[]) => values.map((amount) => ({ amount }))
/** Amounts that the ledger refuses. */
const REFUSED_AMOUNTS = [
  { message: 'Please use at most 2 digits after the decimal point', brokenBodies: amounts('1.234', 1.005) },
  {
    message: 'Amount can be at most ₹99,99,99,999.99',
    brokenBodies: amounts('1000000000', 1e12, '12345678901234567890'),
  },
]
const modes = (...more: unknown[]) =>
  [undefined, null, '', 'card', 'CASH', 1, ['cash'], ...more].map((paymentMode) => ({ paymentMode }))
const NOT_TEN_DIGITS = [
  '12345',
  '98765432101',
  '98765 43210',
  '+919876543210',
  'abcdefghij',
  '९८७६५४३२१०',
  '9876543210 ',
]
const mobiles = NOT_TEN_DIGITS.map((mobile) => ({ mobile }))
const MOBILE = 'Please enter a valid 10-digit mobile number'
const COMMON = 'This password is commonly found in data breaches. Please use a stronger password'
const WEAK = 'Password should contain uppercase, lowercase, and numbers for better security'
const SHORT = {
  message: 'Password must be at least 8 characters long',
  brokenBodies: [{ password: 'Ab1' }, { password: 'Abcdef1' }],
}
const BOTH_EMAIL = 'Please enter both email and password'
const BOTH_MOBILE = 'Please enter both mobile number and password'

const validEntryBody = {
  amount: '10.00',
  recipient: 'Sharma Traders',
  purpose: 'Cement',
  paymentMode: 'cash',
  narration: 'Ten bags',
}
const entryRules: FormRule[] = [
  { message: 'Amount is required', brokenBodies: amounts(undefined, null, '') },
  { message: 'Amount must be a positive number', brokenBodies: amounts(...NO_AMOUNTS) },
  ...REFUSED_AMOUNTS,
  { message: 'Recipient is required', brokenBodies: missing('recipient') },
  { message: 'Purpose is required', brokenBodies: missing('purpose') },
  { message: 'Payment mode is required', brokenBodies: modes() },
  { message: 'Narration is required', brokenBodies: missing('narration') },
]

export const FORMS_OF_SECTION_5: ValidatedForm[] = [
  {
    name: 'Admin login',
    answer: 401,
    as: 'nobody',
    method: 'POST',
    path: () => '/api/admin/login',
    valid: () => ({ email: 'nobody@example.in', password: 'Wrong-Pass-1' }),
    rules: () => [{ message: BOTH_EMAIL, brokenBodies: [...missing('email'), ...absent('password')] }],
  },
  {
    name: 'Site login',
    answer: 401,
    as: 'nobody',
    method: 'POST',
    path: () => '/api/site/login',
    valid: () => ({ mobile: '1000000000', password: 'Wrong-Pass-1' }),
    rules: () => [
      { message: BOTH_MOBILE, brokenBodies: [...absent('mobile'), ...absent('password')] },
      { message: MOBILE, title: 'Invalid Mobile Number', brokenBodies: mobiles },
    ],
  },
  {
    name: 'Expense',
    answer: 201,
    as: 'incharge',
    method: 'POST',
    path: () => '/api/site/transactions',
    valid: () => ({ type: 'debit', ...validEntryBody }),
    rules: () => entryRules,
  },
  {
    name: 'Edit expense',
    answer: 200,
    as: 'incharge',
    method: 'PUT',
    path: ({ expense }) => `/api/site/transactions/${expense}`,
    valid: () => ({ type: 'debit', ...validEntryBody }),
    rules: () => entryRules,
  },
  {
    name: 'Transfer to supervisor',
    answer: 201,
    as: 'incharge',
    method: 'POST',
    path: () => '/api/site/transfer',
    valid: ({ supervisor }) => ({
      toUserId: supervisor,
      amount: '1.00',
      paymentMode: 'cash',
      narration: 'For the crew',
    }),
    rules: ({ incharge }) => [
      {
        title: 'Missing Information',
        message: 'Please select a supervisor',
        brokenBodies: [...absent('toUserId'), { toUserId: incharge }, { toUserId: 'nonsense' }],
      },
      {
        title: 'Invalid Amount',
        message: 'Please enter a valid amount greater than 0',
        brokenBodies: amounts(undefined, null, '', ...NO_AMOUNTS),
      },
      ...REFUSED_AMOUNTS.map((rule) => ({ ...rule, title: 'Invalid Amount' })),
      { title: 'Missing Information', message: 'Please select a payment mode', brokenBodies: modes('cheque') },
      {
        title: 'Missing Information',
        message: 'Please provide a narration for the transfer',
        brokenBodies: missing('narration'),
      },
      {
        title: 'Insufficient Balance',
        message: 'Transfer amount exceeds available balance',
        status: 422,
        brokenBodies: amounts('1000.01', '999999999.99'),
      },
    ],
  },
  {
    name: 'Create site user',
    answer: 201,
    as: 'admin',
    method: 'POST',
    path: () => '/api/admin/users',
    valid: () => ({ name: 'Ravi Kumar', mobile: '8000000001', password: 'Site-Pass-1', siteName: 'Solar Park' }),
    rules: () => [
      { message: 'Name is required', brokenBodies: missing('name') },
      { message: 'Mobile number is required', brokenBodies: absent('mobile') },
      { message: MOBILE, brokenBodies: mobiles },
      { message: 'Password is required', brokenBodies: absent('password') },
    ],
  },
  {
    name: 'Edit site user',
    answer: 200,
    as: 'admin',
    method: 'PUT',
    path: ({ incharge }) => `/api/admin/users/${incharge}`,
    valid: () => ({ name: 'Ravi Kumar' }),
    rules: () => [
      { message: 'Please enter a name', brokenBodies: missing('name') },
      { message: MOBILE, brokenBodies: mobiles },
      {
        ...SHORT,
        brokenBodies: [
          ...SHORT.brokenBodies,
          ...['123456', 'qwerty', 'abc123', 'Test123'].map((password) => ({ password })),
        ],
      },
      {
        message: COMMON,
        brokenBodies: ['password', 'PassWord', '12345678', 'admin123', 'ADMIN123', 'password123', 'Password123'].map(
          (password) => ({ password }),
        ),
      },
      {
        message: WEAK,
        brokenBodies: ['alllower1', 'ALLUPPER1', 'NoDigitsHere', '1234567890', '________'].map((password) => ({
          password,
        })),
      },
    ],
  },
  {
    name: 'Create supervisor',
    answer: 201,
    as: 'admin',
    method: 'POST',
    path: () => '/api/admin/supervisors',
    valid: () => ({ name: 'Sunil Rao', mobile: '8000000002', password: 'Site-Pass-1' }),
    rules: () => [
      { message: 'Name is required', brokenBodies: missing('name') },
      { message: 'Mobile number is required', brokenBodies: absent('mobile') },
      { message: MOBILE, brokenBodies: mobiles },
      { message: 'Password is required', brokenBodies: absent('password') },
      SHORT,
    ],
  },
  {
    name: 'Edit supervisor',
    answer: 200,
    as: 'admin',
    method: 'PUT',
    path: ({ supervisor }) => `/api/admin/supervisors/${supervisor}`,
    valid: () => ({ name: 'Sunil Rao' }),
    rules: () => [
      { message: 'Name is required', brokenBodies: missing('name') },
      { message: MOBILE, brokenBodies: mobiles },
      SHORT,
    ],
  },
  {
    name: 'Send money',
    answer: 201,
    as: 'admin',
    method: 'POST',
    path: () => '/api/admin/send-money',
    valid: ({ incharge }) => ({ siteInchargeId: incharge, amount: '10.00', narration: 'For cement' }),
    rules: ({ supervisor }) => [
      {
        message: 'Please select a site incharge',
        brokenBodies: [...absent('siteInchargeId'), { siteInchargeId: supervisor }, { siteInchargeId: 'nonsense' }],
      },
      {
        message: 'Please enter a valid amount greater than 0',
        brokenBodies: amounts(undefined, null, '', ...NO_AMOUNTS),
      },
      ...REFUSED_AMOUNTS,
      { message: 'Please provide a purpose for the money transfer', brokenBodies: missing('narration') },
    ],
  },
  {
    name: 'Record a credit',
    answer: 201,
    as: 'admin',
    method: 'POST',
    path: () => '/api/admin/transactions',
    valid: ({ incharge }) => ({ type: 'credit', ...validEntryBody, userId: incharge }),
    rules: () => entryRules,
  },
  {
    name: 'Edit a credit',
    answer: 200,
    as: 'admin',
    method: 'PUT',
    path: ({ credit }) => `/api/admin/transactions/${credit}`,
    valid: () => ({ type: 'credit', ...validEntryBody, reason: 'r'.repeat(200) }),
    rules: () => [
      ...entryRules,
      {
        message: 'Please give a reason',
        brokenBodies: [null, '', '   ', 7, ['x'], {}].map((reason) => ({ reason })),
      },
      { message: 'Please use at most 200 characters', brokenBodies: [{ reason: 'r'.repeat(201) }] },
    ],
  },
  {
    name: 'Status',
    answer: 200,
    as: 'admin',
    method: 'PATCH',
    path: ({ supervisor }) => `/api/admin/supervisors/${supervisor}/status`,
    valid: () => ({ status: 'active' }),
    rules: () => [
      {
        message: 'The status must be active or disabled',
        brokenBodies: [undefined, null, '', 'closed', 'ACTIVE', true, 1, ['active']].map((status) => ({ status })),
      },
    ],
  },
  {
    name: 'Create auditor',
    answer: 201,
    as: 'admin',
    method: 'POST',
    path: () => '/api/admin/auditors',
    valid: () => ({ name: 'Asha Rao', email: 'asha.rao@example.in', password: 'Site-Pass-1' }),
    rules: () => [
      { message: 'Name is required', brokenBodies: missing('name') },
      { message: 'Email is required', brokenBodies: missing('email') },
      {
        message: 'Please enter a valid email address',
        brokenBodies: [{ email: 'asha' }, { email: 'a b@c' }, { email: '@' }],
      },
      { message: 'Password is required', brokenBodies: absent('password') },
      SHORT,
    ],
  },
  {
    name: 'Create office user',
    answer: 201,
    as: 'admin',
    method: 'POST',
    path: () => '/api/admin/office-users',
    valid: () => ({
      ...{ name: 'Divya Nair', email: 'divya.nair@example.in', password: 'Site-Pass-1', role: 'accountant' },
    }),
    rules: () => [
      { message: 'Name is required', brokenBodies: missing('name') },
      { message: 'Email is required', brokenBodies: missing('email') },
      { message: 'Please enter a valid email address', brokenBodies: [{ email: 'divya' }] },
      { message: 'Password is required', brokenBodies: absent('password') },
      SHORT,
      {
        message: 'Please choose a role',
        brokenBodies: [undefined, null, '', 'supervisor', 'ADMIN', ['admin']].map((role) => ({ role })),
      },
    ],
  },
  {
    name: 'Contact',
    answer: 204,
    as: 'nobody',
    method: 'POST',
    path: () => '/api/contact',
    valid: () => ({ name: 'A Visitor', email: 'visitor@example.in', phone: '9876543210', message: 'Please call me' }),
    rules: () => [
      { message: 'Name is required', brokenBodies: missing('name') },
      { message: 'Email is required', brokenBodies: missing('email') },
      { message: 'Please enter a valid email address', brokenBodies: [{ email: 'visitor' }, { email: 'a b@c' }] },
      { message: 'Message is required', brokenBodies: missing('message') },
    ],
  },
]
