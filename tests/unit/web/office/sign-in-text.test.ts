import { signInText, smsLink } from '@ledger/web/src/office/people/passwords/sign-in-text.ts'
import { whatsAppLink } from '@ledger/web/src/shared/entry/dialog/share-text.ts'
import { expect, it } from 'vitest'

const details = {
  name: 'Asha Rao',
  address: 'https://ledger.example/site-login',
  signsInWith: 'mobile',
  signInName: '9876543210',
  password: 'a+b & "c"?#ह',
} as const

it('tells a new user where and how to sign in, in the language of the user', () => {
  expect(signInText(details, 'Vindhya Infra', 'en').split('\n')).toEqual([
    'Asha Rao, your account at Vindhya Infra is ready.',
    'https://ledger.example/site-login',
    'Mobile Number: 9876543210',
    'Password: a+b & "c"?#ह',
    'Keep the password to yourself.',
  ])
  const office = { ...details, signsInWith: 'email', signInName: 'asha@example.in' } as const
  expect(signInText(office, 'Vindhya Infra', 'hi').split('\n').slice(2, 4)).toEqual([
    'ईमेल: asha@example.in',
    'पासवर्ड: a+b & "c"?#ह',
  ])
})

it('opens the apps of the device, and no web address, with the text as it is', () => {
  const text = signInText(details, 'Vindhya Infra', 'hi')
  for (const [mobile, phone] of [
    ['9876543210', '919876543210'],
    [undefined, null],
  ] as const) {
    const link = new URL(whatsAppLink(text, mobile))
    expect(link.protocol).toBe('whatsapp:')
    expect(link.searchParams.get('text')).toBe(text)
    expect(link.searchParams.get('phone')).toBe(phone)
  }
  const sms = new URL(smsLink(text, '9876543210'))
  expect([sms.protocol, sms.pathname, sms.searchParams.get('body')]).toEqual(['sms:', '+919876543210', text])
})
