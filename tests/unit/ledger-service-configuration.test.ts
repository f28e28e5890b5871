import { readApiConfiguration } from '@ledger/ledger-service/configuration/api-configuration.ts'
import { expect, test } from 'vitest'

const read = (given: object) => readApiConfiguration({ DATABASE_URL: 'postgres://ledger@localhost/ledger', ...given })

test('the first admin is kept as a sign-in looks for them, and the company as every text is', () => {
  expect(read({})).toMatchObject({ admin: { email: 'admin@localhost' }, companyName: 'Site Ledger' })
  expect(read({ ADMIN_EMAIL: '', COMPANY_NAME: '' })).toEqual(read({}))
  expect(read({ ADMIN_EMAIL: ' Ade\u0301@example.in\n', COMPANY_NAME: ' Acme\u0301\n' })).toMatchObject({
    admin: { email: 'ad\u00e9@example.in' },
    companyName: 'Acm\u00e9',
  })
})

test('what is no address, and what nobody can see, are no settings', () => {
  for (const ADMIN_EMAIL of ['admin', 'a b@c', 'a@b@c', '\u202eadmin@localhost'])
    expect(read({ ADMIN_EMAIL })).toEqual({ wrong: 'ADMIN_EMAIL must be an e-mail address' })
  for (const COMPANY_NAME of ['Ac\u202eme', 'Acme\nBuilders', '\u0301', 'x'.repeat(101)])
    expect(read({ COMPANY_NAME })).toEqual({
      wrong: 'COMPANY_NAME must be one line of at most 100 characters that can be printed, and something of it seen',
    })
})
