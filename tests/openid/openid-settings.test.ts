import { readApiConfiguration } from '@ledger/ledger-service/configuration/api-configuration.ts'
import { expect, test } from 'vitest'

const database = { DATABASE_URL: 'postgres://ledger@localhost/ledger' }
const all = { OIDC_ISSUER: 'https://accounts.example.com', OIDC_CLIENT_ID: 'ledger', OIDC_CLIENT_SECRET: 'secret' }
const openid = { issuer: 'https://accounts.example.com', clientId: 'ledger', clientSecret: 'secret' }

test('the provider is given with all three settings or not at all', () => {
  expect(readApiConfiguration({ ...database, ...all })).toMatchObject({ openid })
  expect(readApiConfiguration(database)).toMatchObject({ openid: undefined })
  expect(
    readApiConfiguration({ ...database, OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }),
  ).toMatchObject({
    openid: undefined,
  })
  const wrong = 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be given all three, or none'
  for (const left of Object.keys(all)) {
    expect([left, readApiConfiguration({ ...database, ...all, [left]: '' })]).toEqual([left, { wrong }])
    expect([left, readApiConfiguration({ ...database, [left]: all[left as keyof typeof all] })]).toEqual([
      left,
      { wrong },
    ])
  }
})

test('a provider over plain http may only be on this machine', () => {
  for (const issuer of [
    'http://localhost:4000',
    'http://127.0.0.1:4000/realm',
    'http://127.8.9.1',
    'http://[::1]:4000',
  ]) {
    const read = readApiConfiguration({ ...database, ...all, OIDC_ISSUER: issuer })
    expect(read).toMatchObject({ openid: { ...openid, issuer } })
  }
  for (const issuer of [
    'http://accounts.example.com',
    'http://10.0.0.5',
    'http://localhost.example.com',
    'http://127.0.0.1.nip.io',
  ]) {
    const read = readApiConfiguration({ ...database, ...all, OIDC_ISSUER: issuer })
    expect([issuer, read]).toEqual([
      issuer,
      { wrong: 'OIDC_ISSUER must be https; http is for this machine only (localhost, 127.0.0.1)' },
    ])
  }
})

test('issuer and client id are texts that can be printed, of some length', () => {
  for (const [setting, given] of [
    ['OIDC_ISSUER', 'https://accounts.example.com/re\u001b[2Jalm'],
    ['OIDC_ISSUER', 'https://accounts.example.com/re\u202ealm'],
    ['OIDC_ISSUER', `https://accounts.example.com/${'a'.repeat(500)}`],
    ['OIDC_CLIENT_ID', 'led\u001b[2Jger'],
    ['OIDC_CLIENT_ID', 'led\u200bger'],
    ['OIDC_CLIENT_ID', 'a'.repeat(256)],
    ['OIDC_CLIENT_ID', ' '],
  ] as const) {
    expect([given, readApiConfiguration({ ...database, ...all, [setting]: given })]).toEqual([
      given,
      { wrong: expect.stringMatching(`^${setting} must have `) },
    ])
  }
  const longest = { OIDC_ISSUER: `https://a.example/${'a'.repeat(482)}`, OIDC_CLIENT_ID: 'a'.repeat(255) }
  expect(readApiConfiguration({ ...database, ...all, ...longest })).toMatchObject({
    openid: { issuer: longest.OIDC_ISSUER, clientId: longest.OIDC_CLIENT_ID },
  })
})

test('an issuer is an address without a query', () => {
  for (const issuer of [
    'accounts.example.com',
    'ftp://accounts.example.com',
    'https://a.example/?x=1',
    'https://a.example/#x',
  ]) {
    expect([issuer, readApiConfiguration({ ...database, ...all, OIDC_ISSUER: issuer })]).toEqual([
      issuer,
      { wrong: expect.stringMatching(/^OIDC_ISSUER must /) },
    ])
  }
})
