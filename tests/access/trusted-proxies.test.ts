import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { readApiConfiguration } from '@ledger/ledger-service/configuration/api-configuration.ts'
import { clientNetwork } from '@ledger/ledger-service/http/requests/client-ip.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectBody } from '../environment/network/http-client.ts'
import { startProductProcess } from '../environment/processes/start-process.ts'
import { nextUnusedMobile, signInAdmin } from '../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../environment/service/test-service.ts'

/**
 * Only the connection and TRUSTED_PROXIES decide the client address of a request; another sender is not trusted, even
 * from a private address.
 */

const HTTPS = { publicOrigin: 'https://ledger.example.in', limitsSignIns: true }
const PROXY = '127.0.0.77'
const MESSAGE = { name: 'Asha Rao', email: 'asha@example.in', message: 'Please call me about a site' }

let alone: TestService
let behind: TestService
beforeAll(async () => {
  alone = await startTestService(HTTPS)
  behind = await startTestService({ ...HTTPS, sharesDatabaseWith: alone, trustedProxies: [PROXY, '192.168.7.0/24'] })
})
afterAll(async () => {
  await behind.close()
  await alone.close()
})

/** Returns the statuses of six messages, each with a different forwarded address. */
async function messages(api: TestService, from: string, forwarded: (index: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < 6; index++) {
    const headers = { 'x-forwarded-for': forwarded(index), 'x-real-ip': forwarded(index) }
    statuses.push((await api.client().call('POST', '/api/contact', MESSAGE, { from, headers })).status)
  }
  return statuses
}
const FIVE = [204, 204, 204, 204, 204, 429]
const ALL = [204, 204, 204, 204, 204, 204]

it('messages are listed for head office as they were written, the newest first', async () => {
  const office = await signInAdmin(alone.origin)
  for (const name of ['Asha', 'Bala'])
    await alone.client().call('POST', '/api/contact', { ...MESSAGE, name, phone: '9000000001' }, { from: '127.0.0.19' })
  const listed = expectBody(await office.get('/api/admin/contact-messages'), 200, ROUTES.contactMessages.answer)
  const { email, message } = MESSAGE
  expect(listed.slice(0, 2)).toMatchObject([
    { name: 'Bala', email, message, phone: '9000000001' },
    { name: 'Asha', email, message, phone: '9000000001' },
  ])
})

describe('with an https origin', () => {
  it('a neighbour who forges where each message comes from is one neighbour', async () => {
    expect(await messages(alone, '127.0.0.20', (index) => `203.0.113.${index}`)).toEqual(FIVE)
    expect(await messages(behind, '127.0.0.21', (index) => `203.0.113.${index}`)).toEqual(FIVE)
  })

  it.each(['10.1.2.3', '172.16.0.9', '192.168.1.20', '169.254.1.1', '127.0.0.9', 'fd00::9', 'fe80::9', '::1'])(
    '%s is believed nothing about wrong sign-ins either',
    async (remoteAddress) => {
      const before = await logEnd(alone)
      const answer = await alone.app.inject({
        method: 'POST',
        url: '/api/site/login',
        remoteAddress,
        headers: { host: 'ledger.example.in', 'x-forwarded-for': '203.0.113.5' },
        payload: { mobile: nextUnusedMobile(), password: 'Wrong-Pass-1' },
      })
      expect(answer.statusCode).toBe(401)
      const [refused] = await eventsAfter(alone, before, 'SignInRefused')
      expect(refused?.meta.ip).toBe(remoteAddress)
    },
  )

  it('a trusted proxy says who is before it; what they say of themselves is not believed', async () => {
    expect(await messages(behind, PROXY, (index) => `203.0.113.${100 + index}`)).toEqual(ALL)
    // The proxy appends the address that it saw to the forged one.
    expect(await messages(behind, PROXY, (index) => `198.51.100.${index}, 203.0.113.7`)).toEqual(FIVE)
    expect(await messages(behind, PROXY, (index) => `203.0.113.${10 + index}, 192.168.7.9`)).toEqual(ALL)
    // A forwarded value that is no address counts as the proxy's own.
    expect(await messages(behind, PROXY, (index) => `<${index}>`)).toEqual(FIVE)
    const before = await logEnd(behind)
    const headers = { 'x-forwarded-for': '<script>, 203.0.113.9' }
    await behind.client().call('POST', '/api/admin/login', FIRST_ADMIN, { from: PROXY, headers })
    const [signedIn] = await eventsAfter(behind, before, 'SignedIn')
    expect(signedIn?.meta.ip).toBe('203.0.113.9')
  })

  it('signs in, with Secure cookies, whatever a proxy says of the scheme', async () => {
    for (const headers of [{}, { 'x-forwarded-proto': 'http' }, { 'x-forwarded-proto': 'https' }]) {
      const reply = await alone.client().post('/api/admin/login', FIRST_ADMIN, headers)
      expect(reply.status).toBe(200)
      const cookies = reply.headers['set-cookie'] ?? []
      expect(cookies.map((line) => line.split('=')[0]).sort()).toEqual(['__Host-device', '__Host-sid'])
      for (const line of cookies) expect(line).toContain('; Secure')
    }
  })
})

it('an address of IPv6 counts with all that its customer has', () => {
  expect(clientNetwork('2001:db8:0:1::5')).toBe('2001:db8:0:1::/64')
  expect(clientNetwork('2001:DB8:0:1:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:1::/64')
  expect(clientNetwork('2001:db8:0:2::5')).toBe('2001:db8:0:2::/64')
  expect(clientNetwork('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(clientNetwork('::1')).toBe('0:0:0:0::/64')
  expect(clientNetwork('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(clientNetwork('203.0.113.9')).toBe('203.0.113.9')
})

describe('the setting', () => {
  const read = (TRUSTED_PROXIES: string) =>
    readApiConfiguration({ DATABASE_URL: 'postgres://ledger@localhost/ledger', TRUSTED_PROXIES })

  it('names addresses and networks, and none by itself', () => {
    expect(read('')).toMatchObject({ trustedProxies: [] })
    expect(read(' 10.0.0.5 ,192.168.7.0/24,2001:db8::/32,::1')).toMatchObject({
      trustedProxies: ['10.0.0.5', '192.168.7.0/24', '2001:db8::/32', '::1'],
    })
  })

  it.each([
    'proxy',
    'loopback',
    '10.0.0.5:80',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '10.0.0.5,,',
    '1/2/3',
    '*',
  ])('is refused with a sentence: %s', (text) => {
    expect(read(text)).toEqual({
      wrong: 'TRUSTED_PROXIES must be addresses or networks with commas between them, like 10.0.0.5, 192.168.7.0/24',
    })
  })

  it('stops the start where it is wrong', async () => {
    const env = { DATABASE_URL: alone.database.url, TRUSTED_PROXIES: 'everybody' }
    await expect(startProductProcess('ledger-service/main.ts', env)).rejects.toThrow(
      /ended with 78:\nTRUSTED_PROXIES must be/,
    )
  })
})
