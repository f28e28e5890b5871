import { beneficiaryDetailsBody } from '@ledger/contracts/http/beneficiaries/beneficiary-details-schemas.ts'
import { isGstin, isPan } from '@ledger/contracts/tax/tax-numbers.ts'
import { maskPanGstinOrPhone } from '@ledger/contracts/text/mask-pan-gstin-or-phone.ts'
import { describe, expect, test } from 'vitest'

/** Numbers that the department publishes as examples, or that companies print on their invoices. */
const KNOWN_GSTINS = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '27AAACR5055K1Z7', '24AAACC1206D1ZM']

describe('a GSTIN', () => {
  test.each(KNOWN_GSTINS)('%s is valid', (gstin) => {
    expect(isGstin(gstin)).toBe(true)
  })

  test.each(KNOWN_GSTINS)('%s is invalid with any other check character, or with two characters swapped', (gstin) => {
    const others = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((one) => one !== gstin.at(-1))
    expect(others.filter((one) => isGstin(gstin.slice(0, -1) + one))).toEqual([])
    const [a = '', b = ''] = [gstin[8], gstin[9]]
    if (a !== b) expect(isGstin(gstin.slice(0, 8) + b + a + gstin.slice(10))).toBe(false)
  })

  test.each(['', '27aapfu0939f1zv', '00AAPFU0939F1ZV', '39AAPFU0939F1ZV', '27AAPFU0939F1Z', '27AAPFU0939F0ZV'])(
    '%s is none',
    (text) => {
      expect(isGstin(text)).toBe(false)
    },
  )
})

test('a PAN has five letters, the fourth of which is a kind of holder, four digits and a letter', () => {
  expect(['ABCPD1234E', 'AAACR5055K', 'AAPFU0939F', 'AAAHX0000A'].filter((pan) => !isPan(pan))).toEqual([])
  expect(['ABCDE1234F', 'ABCPD12345', 'ABCP01234E', 'ABCPD123E', 'abcpd1234e', ''].filter(isPan)).toEqual([])
})

test('an event has two characters of each end of a number', () => {
  expect(['ABCPD1234E', '27AAPFU0939F1ZV', '9876543210'].map(maskPanGstinOrPhone)).toEqual([
    'ABxxxxxx4E',
    '27xxxxxxxxxxxZV',
    '98xxxxxx10',
  ])
})

describe('details of a beneficiary', () => {
  const parsed = (body: object) => beneficiaryDetailsBody.safeParse({ pan: null, gstin: null, phone: null, ...body })

  test('are taken as people type them, and empty ones are none', () => {
    const typed = { pan: ' abcpd 1234 e ', gstin: '27-AAPFU0939F-1ZV', phone: '+91 98765-43210' }
    expect(parsed({ ...typed, pan: '' }).data).toEqual({ pan: null, gstin: '27AAPFU0939F1ZV', phone: '9876543210' })
    expect(parsed({ pan: typed.pan, phone: '2345 6789' }).error?.issues[0]?.path).toEqual(['phone'])
    const phones = ['91 98765 43210', '0091 9876543210', '09876543210']
    for (const phone of [...phones, '+91 (0) 98765 43210', '98765.43210', '\u202a+91 98765 43210\u202c'])
      expect(parsed({ phone }).data?.phone, phone).toBe('9876543210')
    for (const phone of [null, '', ' - ']) expect(parsed({ phone }).data?.phone).toBe(null)
    // A text without ten digits is no number, and not none.
    for (const phone of ['call Ravi', '(', '98765 43210 / 91234 56789', '+92 98765 43210'])
      expect(parsed({ phone }).error?.issues[0]?.message).toBe('Please enter a valid 10-digit phone number')
    expect(parsed({ pan: typed.pan, phone: '0 2223456789' }).data).toMatchObject({
      ...{ pan: 'ABCPD1234E', phone: '2223456789' },
    })
  })

  test('are refused where the GSTIN is of another PAN', () => {
    const [issue] = parsed({ pan: 'ABCPD1234E', gstin: '27AAPFU0939F1ZV' }).error?.issues ?? []
    expect(issue).toMatchObject({ path: ['gstin'], message: 'This GSTIN belongs to another PAN' })
    expect(parsed({ pan: 'AAPFU0939F', gstin: '27AAPFU0939F1ZV' }).success).toBe(true)
  })
})
