import {
  buildDirectory,
  type Company,
  companyByHostOrId,
  companyForHost,
} from '@ledger/ledger-service/companies/company-directory.ts'
import { refusalForHosts } from '@ledger/ledger-service/companies/manage-companies.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const company = (nth: number, hosts: string[]): Company => ({
  companyId: `00000000-0000-4000-8000-00000000000${nth}`,
  name: `Company ${nth}`,
  hosts,
  isDisabled: false,
})
const ACME = company(1, ['acme.example.in', '[::1]'])
const BETA = company(2, ['beta.example.in', 'xn--bcher-kva.example'])
const BOTH = buildDirectory([ACME, BETA])

test.each([undefined, '', 'acme.example.in', 'anything.example', 'localhost:3000', '..'])(
  'with one company the host %j is its own',
  (host) => {
    expect(companyForHost(host, buildDirectory([ACME]))).toBe(ACME)
  },
)

test('without a company a host is nobody’s', () => {
  expect(companyForHost('acme.example.in', buildDirectory([]))).toBeUndefined()
})

test.each([
  ['acme.example.in', ACME],
  ['ACME.example.in:3000', ACME],
  ['acme.example.in.', ACME],
  ['[0::1]:3000', ACME],
  ['beta.example.in', BETA],
  ['bücher.example', BETA],
])('where there are several %s is one’s', (host, whose) => {
  expect(companyForHost(host, BOTH)).toBe(whose)
})

test.each([
  undefined,
  '',
  'localhost',
  'example.in',
  'www.acme.example.in',
  'acme.example.in.evil.example',
  'acme.example.in@beta.example.in',
  'acme.example.in,beta.example.in',
  'acme.example.in/beta.example.in',
  '00000000-0000-4000-8000-000000000001',
  '__proto__',
  'constructor',
])('where there are several the host %j is nobody’s', (host) => {
  expect(companyForHost(host, BOTH)).toBeUndefined()
})

test('no forged host is a company’s but by a name of that company', () => {
  const piece = fc.constantFrom(
    'acme',
    'beta',
    '.example.in',
    '.',
    ':',
    '80',
    '@',
    ' ',
    '[',
    '::1',
    ']',
    ',',
    '/',
    '%',
    '\0',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const said = pieces.join('')
      const found = companyForHost(said, BOTH)
      const plain = said.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
      expect(found?.hosts.includes(plain) ?? true).toBe(true)
    }),
  )
})

test('at a terminal a company is named by its id or by a host', () => {
  expect(companyByHostOrId(ACME.companyId.toUpperCase(), BOTH)).toBe(ACME)
  expect(companyByHostOrId('BETA.example.in', BOTH)).toBe(BETA)
  expect(companyByHostOrId('Company 1', BOTH)).toBeUndefined()
  // Even with one company an unknown host is not accepted for it: what is typed may be a slip.
  expect(companyByHostOrId('other.example.in', buildDirectory([ACME]))).toBeUndefined()
})

test.each<[string, Company[], string[], object | undefined]>([
  ['the first company needs no host', [], [], undefined],
  ['the first company may have one', [], ['new.example'], undefined],
  ['the second company needs a host', [ACME], [], { refused: 'no_host' }],
  ['the third company, too', [ACME, BETA], [], { refused: 'no_host' }],
  ['a host of its own is enough', [ACME], ['new.example'], undefined],
  [
    'no host of another company',
    [ACME, BETA],
    ['new.example', 'beta.example.in'],
    { refused: 'host_taken', host: 'beta.example.in', company: 'Company 2' },
  ],
  [
    'a company without a host comes first',
    [company(3, [])],
    ['new.example'],
    { refused: 'without_host', company: 'Company 3', companyId: company(3, []).companyId },
  ],
])('%s', (_what, companies, hosts, refusal) => {
  expect(refusalForHosts(buildDirectory(companies), hosts)).toEqual(refusal)
})
