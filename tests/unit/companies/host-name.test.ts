import { normalizeHostName } from '@ledger/ledger-service/companies/host-name.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

test.each([
  ['acme.example.in', 'acme.example.in'],
  ['ACME.Example.IN', 'acme.example.in'],
  ['acme.example.in:3000', 'acme.example.in'],
  ['acme.example.in:', 'acme.example.in'],
  ['acme.example.in.', 'acme.example.in'],
  ['Acme.Example.in.:443', 'acme.example.in'],
  ['site_1.example.in', 'site_1.example.in'],
  ['हिसाब.भारत', 'xn--p2bxcvd.xn--h2brj9c'],
  ['xn--p2bxcvd.xn--h2brj9c:8080', 'xn--p2bxcvd.xn--h2brj9c'],
  ['BÜCHER.example', 'xn--bcher-kva.example'],
  ['127.0.0.1:3000', '127.0.0.1'],
  ['[::1]', '[::1]'],
  ['[0:0:0:0:0:0:0:1]:3000', '[::1]'],
  ['[2001:DB8::A]', '[2001:db8::a]'],
])('%s is the host %s', (text, name) => {
  expect(normalizeHostName(text)).toBe(name)
})

test.each([
  ['nothing', ''],
  ['a dot', '.'],
  ['a port', ':3000'],
  ['two dots at the end', 'acme.example.in..'],
  ['an empty label', 'acme..in'],
  ['an IPv6 address without brackets', '::1'],
  ['half an address', '[::1'],
  ['an address with a zone', '[fe80::1%25eth0]'],
  ['somebody at a host', 'acme.example.in@evil.example'],
  ['a host and a path', 'acme.example.in/x'],
  ['a path the other way round', 'acme.example.in\\x'],
  ['a host and a question', 'acme.example.in?x'],
  ['a fragment', 'acme.example.in#x'],
  ['an escape', 'acme%2eexample.in'],
  ['two hosts', 'acme.example.in, beta.example.in'],
  ['two hosts on two lines', 'acme.example.in\r\nbeta.example.in'],
  ['a blank', ' acme.example.in'],
  ['a NUL', 'acme.example.in\0'],
  ['a whole address', 'https://acme.example.in'],
  ['a star', '*.example.in'],
  ['a port that is none', 'acme.example.in:http'],
  ['two ports', 'acme.example.in:1:2'],
  ['a name that is too long', `${'a.'.repeat(130)}in`],
])('%s names no host', (_what, text) => {
  expect(normalizeHostName(text)).toBeUndefined()
})

test('whatever is said, the name of a name is that name, and holds nothing but what names are made of', () => {
  const said = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.domain(),
    fc.ipV4Extended(),
    fc.ipV6().map((address) => `[${address}]`),
  )
  fc.assert(
    fc.property(said, (text) => {
      const name = normalizeHostName(text)
      if (name === undefined) return
      expect(name).toMatch(/^([a-z\d_-]+(\.[a-z\d_-]+)*|\[[\da-f:]+\])$/)
      expect(normalizeHostName(name)).toBe(name)
      expect(normalizeHostName(`${name}:3000`)).toBe(name)
    }),
  )
})

test('a domain is the same host in any case, with any port and with the dot of the root', () => {
  const port = fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: undefined })
  fc.assert(
    fc.property(fc.domain(), fc.boolean(), fc.boolean(), port, (domain, isLoud, isRooted, number) => {
      const said = `${isLoud ? domain.toUpperCase() : domain}${isRooted ? '.' : ''}${number === undefined ? '' : `:${number}`}`
      expect(normalizeHostName(said)).toBe(normalizeHostName(domain))
    }),
  )
})

test('what is too long for a host is not parsed', () => {
  const name = ['in1', ...Array.from({ length: 5 }, () => 'a'.repeat(49))].reverse().join('.')
  expect(name).toHaveLength(253)
  for (const said of [name, `${name}.`, `${name}:65535`, `${name}.:65535`]) expect(normalizeHostName(said)).toBe(name)
  const canParse = vi.spyOn(URL, 'canParse')
  for (const said of [`a${name}.:65535`, 'a'.repeat(15_000), 'é'.repeat(15_000), `a:${'0'.repeat(15_000)}`])
    expect(normalizeHostName(said)).toBeUndefined()
  expect(canParse).not.toHaveBeenCalled()
  canParse.mockRestore()
})
