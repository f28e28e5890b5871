import { isDay, parseInstant } from '@ledger/contracts/dates.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { type LedgerEvent, SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { expenseBody } from '@ledger/contracts/http/entry-requests.ts'
import { errorBody, validationErrorBody } from '@ledger/contracts/http/error-body.ts'
import { editSiteUserBody } from '@ledger/contracts/http/people/people-requests.ts'
import { companyTransactionsQuery, dayParam, momentParam, pageParams } from '@ledger/contracts/http/query-parameters.ts'
import { statementQueryParams } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { AMOUNT_TOO_LARGE_MESSAGE, amountSchema, paiseOf, TOO_MANY_DECIMALS_MESSAGE } from '@ledger/contracts/money.ts'
import { parsePublicId } from '@ledger/contracts/public-account-id.ts'
import { purposeFinder } from '@ledger/contracts/purposes/company-purpose-list.ts'
import {
  clearableText,
  emailAddress,
  normalizeName,
  requiredMultilineText,
  singleLineText,
} from '@ledger/contracts/text/text-schemas.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

describe('an amount that is not taken', () => {
  const schema = amountSchema({ required: 'required', invalid: 'invalid' })

  test.each<[unknown, string]>([
    [undefined, 'required'],
    [null, 'required'],
    ['', 'required'],
    ['0', 'invalid'],
    [-5, 'invalid'],
    [Number.NaN, 'invalid'],
    [Number.POSITIVE_INFINITY, 'invalid'],
    [['5'], 'invalid'],
    [[5.555], 'invalid'],
    [true, 'invalid'],
    ['x1000000000', 'invalid'],
    ['1000000000x', 'invalid'],
    ['5.555', TOO_MANY_DECIMALS_MESSAGE],
    [5.555, TOO_MANY_DECIMALS_MESSAGE],
    ['0.001', TOO_MANY_DECIMALS_MESSAGE],
    ['1000000000', AMOUNT_TOO_LARGE_MESSAGE],
    [1_000_000_000, AMOUNT_TOO_LARGE_MESSAGE],
    ['0001000000000.555', AMOUNT_TOO_LARGE_MESSAGE],
    // Zeros before a number make it neither large nor long behind its point.
    ['0000000001', 'invalid'],
    ['0000000001.50', 'invalid'],
    ['0000000001.555', TOO_MANY_DECIMALS_MESSAGE],
  ])('%j says why', (input, message) => {
    expect(schema.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

test.each([
  ['5', 500],
  ['0.5', 50],
  ['-250.50', -25_050],
  ['-0.00', 0],
])('%s is read back as %i paise', (decimal, paise) => {
  expect(paiseOf(decimal)).toBe(paise)
})

describe('a day', () => {
  test.each([
    '2026-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '1999-01-01',
    '3000-01-01',
    'x',
  ])('%s is none', (text) => {
    expect(isDay(text)).toBe(false)
    expect(dayParam.safeParse(text).success).toBe(false)
    expect(momentParam.safeParse(text).success).toBe(false)
    expect(parseInstant(`${text}T06:30:00Z`)).toBeUndefined()
  })

  test('in a query is a day, and left empty it is none', () => {
    for (const schema of [dayParam, momentParam]) {
      expect(schema.parse('2026-02-28')).toBe('2026-02-28')
      expect([schema.parse(''), schema.parse(undefined)]).toEqual([undefined, undefined])
    }
    expect(momentParam.parse('2026-02-28T06:30:00+05:30')).toBe('2026-02-28T06:30:00+05:30')
    const given = ['2026-02-28T06:30:00+05:30', ['2026-02-27', '2026-02-28']]
    for (const other of given)
      expect(dayParam.safeParse(other).error?.issues).toMatchObject([{ message: 'Please enter a valid date' }])
  })
})

test('a period ends on or after the day on which it begins, and may be open at either end', () => {
  const broken = (period: object) =>
    statementQueryParams.safeParse(period).error?.issues.map(({ path, message }) => [path.join('.'), message])
  for (const to of ['2026-04-30', '2026-05-01', '', undefined])
    for (const from of ['2026-04-30', '', undefined]) expect(broken({ from, to }), `${from} to ${to}`).toBeUndefined()
  expect(broken({ from: '2026-04-30', to: '2026-04-29' })).toEqual([['to', 'The period ends before it begins']])
})

describe.each(['amountFrom', 'amountTo'] as const)('an amount typed into the filter %s', (end) => {
  test.each([
    ['12500', 1_250_000],
    ['12500.50', 1_250_050],
    ['1,23,456', 12_345_600],
    ['123,456', 12_345_600],
    ['1,000.5', 100_050],
    ['', undefined],
    [undefined, undefined],
  ])('%j is %s paise', (typed, paise) => {
    expect(companyTransactionsQuery.parse({ [end]: typed })[end]).toBe(paise)
  })

  test.each([
    ['0', 'Please enter a valid amount greater than 0'],
    ['ten', 'Please enter a valid amount greater than 0'],
    // Here the comma may stand for the decimal point.
    ['12,50', 'Please enter a valid amount greater than 0'],
    ['1,000.555', TOO_MANY_DECIMALS_MESSAGE],
    ['1,00,00,00,000', AMOUNT_TOO_LARGE_MESSAGE],
  ])('%j says: %s', (typed, message) => {
    const { issues } = companyTransactionsQuery.safeParse({ [end]: typed }).error ?? {}
    expect(issues).toMatchObject([{ path: [end], message }])
  })
})

test('a page has 1 to 1000 rows, 200 unless said', () => {
  const { limit } = pageParams
  expect([limit.parse(undefined), limit.parse('1'), limit.parse('1000')]).toEqual([200, 1, 1000])
  for (const text of ['0', '1001', '-1', '1.5', 'x1', '1x', '', '01000'])
    expect(limit.safeParse(text).error?.issues[0]?.message).toBe('A page has 1 to 1000 rows')
})

test('a public id names a role and a mobile number, and nothing beside it', () => {
  expect(parsePublicId('site_9876543210')).toEqual({ role: 'site_incharge', mobile: '9876543210' })
  expect(parsePublicId('supervisor_9876543210')).toEqual({ role: 'supervisor', mobile: '9876543210' })
  for (const id of ['xsite_9876543210', 'site_9876543210x', 'site_987654321', 'admin_9876543210', ''])
    expect(parsePublicId(id)).toBeUndefined()
})

describe('texts', () => {
  test('a field that may be cleared stays where it is left out, and is cleared where it is left empty', () => {
    const given = [undefined, '', null, '  ', ' Salem ']
    expect(given.map((value) => clearableText(20).parse(value))).toEqual([undefined, null, null, null, 'Salem'])
  })

  test('what is too long says that alone, whatever else is wrong with it', () => {
    for (const schema of [singleLineText(10), requiredMultilineText('required', 10)]) {
      const messages = schema.safeParse('\u200b'.repeat(11)).error?.issues.map(({ message }) => message)
      expect(messages).toEqual(['Please use at most 10 characters'])
    }
  })

  test('a purpose is the listed one in any case, and with any gap in it and around it', () => {
    const find = purposeFinder([{ name: 'River Sand', hindi: 'रेत', aliases: ['Sand 20 mm'] }])
    for (const typed of [' river  SAND ', 'River\u3000Sand', '\tरेत\n', 'sand  २०  MM', 'River\u200b Sand'])
      expect(find(typed)?.name, typed).toBe('River Sand')
    expect(find('RiverSand')).toBeUndefined()
  })

  test('an e-mail address has one @, something on both sides, and no gap', () => {
    const schema = emailAddress('required')
    expect(schema.parse(' asha@example.in ')).toBe('asha@example.in')
    for (const typed of ['a b@c', 'a@b c', 'a@b@c', '@b', 'a@', 'ab'])
      expect(schema.safeParse(typed).success).toBe(false)
  })

  test('what is no text says the rule of its field, and lines lose the white space around them', () => {
    expect(singleLineText(10, 'required').safeParse(5).error?.issues[0]?.message).toBe('required')
    expect(singleLineText(10).safeParse(5).error?.issues[0]?.message).not.toBe('required')
    expect(requiredMultilineText('required', 100).parse(' one\r\n two \n')).toBe('one\n two')
  })

  test('a joiner does not reach over the end of a line', () => {
    expect(requiredMultilineText('required', 100).safeParse('क\u200dष').success).toBe(true)
    expect(requiredMultilineText('required', 100).safeParse('क\n\u200dष').success).toBe(false)
  })

  test('two gaps are one in a name, also where one of them comes of a sign', () => {
    expect(normalizeName('a \u00a8')).toBe('a \u0308')
  })

  test('a name of ASCII is the same one as beside a letter of another script', () => {
    const ascii = fc.string({ unit: fc.constantFrom(...' !aZ~09', '\t', '\0', '\u007f') })
    fc.assert(
      fc.property(ascii, (name) => {
        expect(normalizeName(`${name} क`)).toBe(`${normalizeName(name)} क`.trim())
      }),
    )
  })
})

describe('a new password of a site user', () => {
  const said = (password: unknown) =>
    editSiteUserBody.safeParse({ name: 'Asha Rao', password }).error?.issues.map(({ message }) => message)
  const weak = 'Password should contain uppercase, lowercase, and numbers for better security'
  const common = 'This password is commonly found in data breaches. Please use a stronger password'

  test.each([
    ['Good1234', undefined],
    ['', undefined],
    [null, undefined],
    ['good1234', [weak]],
    ['GOOD1234', [weak]],
    ['GoodGood', [weak]],
    ['12345678', [common, weak]],
    ['PassWord123', [common]],
    ['Good123', ['Password must be at least 8 characters long']],
  ])('%j', (password, messages) => {
    expect(said(password)).toEqual(messages)
  })

  test('and a new mobile number are kept as they are given; left empty they are none', () => {
    const parsed = (fields: object) => editSiteUserBody.parse({ name: 'Asha Rao', ...fields })
    const given = { mobile: '9876543210', password: 'Good1234' }
    expect(parsed(given)).toMatchObject(given)
    for (const empty of ['', null]) {
      const { mobile, password } = parsed({ mobile: empty, password: empty })
      expect([mobile, password]).toEqual([undefined, undefined])
    }
  })
})

describe('a name', () => {
  const parsed = (fields: object) => editSiteUserBody.safeParse(fields)

  test.each([
    [{ name: 'Asha Devi Rao' }, { firstName: 'Asha', lastName: 'Devi Rao' }],
    [{ name: 'Asha' }, { firstName: 'Asha', lastName: '' }],
    [
      { firstName: 'Asha Devi', lastName: 'Rao' },
      { firstName: 'Asha Devi', lastName: 'Rao' },
    ],
    [{ firstName: 'Asha Devi' }, { firstName: 'Asha', lastName: 'Devi' }],
    [
      { firstName: 'Asha', lastName: null },
      { firstName: 'Asha', lastName: '' },
    ],
  ])('%j comes in one field or two', (fields, name) => {
    expect(parsed(fields).data?.name).toEqual(name)
    expect(parsed({ ...fields, siteName: 'Salem' }).data?.siteName).toBe('Salem')
  })

  test.each([{}, { firstName: 5 }, { firstName: 5, lastName: 'Rao' }, { name: 5 }, { lastName: 'Rao' }, { name: '' }])(
    '%j is none',
    (fields) => {
      expect(parsed(fields).error?.issues[0]?.message).toBe('Please enter a name')
    },
  )
})

test('an expense is dated by a day or an instant, or not at all', () => {
  const { date } = expenseBody.shape
  for (const given of [undefined, '2026-04-01', '2026-04-01T12:00:00+05:30']) expect(date.parse(given)).toBe(given)
  for (const given of ['x', '2026-02-29', '2026-04-01T12:00']) expect(date.safeParse(given).success).toBe(false)
})

test('what is wrong with an expense is said in the order of §5', () => {
  const messages = expenseBody.safeParse({}).error?.issues.map(({ message }) => message)
  expect(messages).toEqual([
    'Amount is required',
    'Recipient is required',
    'Purpose is required',
    'Payment mode is required',
    'Narration is required',
  ])
})

describe('a refusal', () => {
  test('has its status, code, title and sentence', () => {
    expect(errorBody('insufficient_balance')).toStrictEqual({
      status: 422,
      code: 'insufficient_balance',
      title: 'Insufficient Balance',
      message: 'Transfer amount exceeds available balance',
    })
    expect(errorBody('not_found')).toEqual({ status: 404, code: 'not_found', title: 'Error', message: 'Not found' })
  })

  test('that follows from a closed month names its last day, for a person and for a program', () => {
    expect(errorBody('books_closed', { closedUpTo: '2026-10-31' })).toStrictEqual({
      status: 422,
      code: 'books_closed',
      title: 'Books Closed',
      message: 'The books are closed up to 31 Oct 2026',
      closedUpTo: '2026-10-31',
    })
  })

  test('of a purpose names the word that two purposes have, as it was typed', () => {
    for (const word of ['Cement', 'Rods $& bars', '{}'])
      expect(errorBody('purpose_word_twice', { word })).toStrictEqual({
        status: 422,
        code: 'purpose_word_twice',
        title: 'Error',
        message: `“${word}” belongs to two purposes. A word can belong to one purpose only: remove it from the other.`,
        word,
      })
  })

  test('of a body says the first of what is wrong, and all of it', () => {
    const issues = [
      { path: 'amount', message: 'Amount is required' },
      { path: 'purpose', message: 'Purpose is required' },
    ]
    const body = { status: 400, code: 'invalid_request', title: 'Error', message: 'Amount is required', issues }
    expect(validationErrorBody(issues)).toEqual(body)
    expect(validationErrorBody(issues, 'Invalid Amount').title).toBe('Invalid Amount')
    expect(validationErrorBody([]).message).toBe('The request is not well formed')
  })
})

test('an event of an entry that holds none is a fault, not an event about nothing', () => {
  const placed = { position: 1, eventId: '', schemaVersion: 1, recordedAt: '', date: '', actor: SYSTEM_ACTOR, meta: {} }
  const types = ['CreditRecorded', 'DebitRecorded', 'TransferRecorded', 'TransactionEdited', 'TransactionDeleted']
  for (const type of types) {
    const event = { ...placed, type, data: {} } as unknown as LedgerEvent
    expect(() => entryBeforeAndAfter(event)).toThrow(`A ${type} holds no entry`)
  }
})
