import { createHash, randomBytes } from 'node:crypto'
import {
  formatVerifierKey,
  logOrigin,
  signCheckpoint,
  signingKeyFromSecret,
  splitNotes,
  unreadLineIn,
  verifyCheckpoint,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { describe, expect, test } from 'vitest'
import { signNoteAs } from '../../proof/sign-false-note.ts'

const key = signingKeyFromSecret('a secret of enough length')
const origin = logOrigin('c')
const root = createHash('sha256').update('root').digest()
const base64 = root.toString('base64')
const note = signCheckpoint({ origin, size: 12, root }, key)
const open = (text: string) => verifyCheckpoint(text, origin, key.publicKey)

describe('a signed checkpoint', () => {
  test('is a note of C2SP: origin, size, root, an empty line, and a signature that names its key', () => {
    const [first, size, written, empty, signature, end] = note.split('\n')
    expect([first, size, written, empty, end]).toEqual(['site-ledger/c', '12', base64, '', ''])
    const [, name, bytes = ''] = /^— (\S+) (\S+)$/.exec(signature ?? '') ?? []
    expect(name).toBe('site-ledger/c')
    expect(Buffer.from(bytes, 'base64')).toHaveLength(4 + 64)
    expect(open(note)).toEqual({ origin, size: 12, root })
  })

  test('has a verifier key of name, hash and Ed25519 key (C2SP signed-note)', () => {
    const typed = Buffer.concat([Buffer.of(1), key.publicKey])
    const hashed = createHash('sha256').update('site-ledger/c\n').update(typed).digest('hex').slice(0, 8)
    expect(formatVerifierKey(origin, key.publicKey)).toBe(`site-ledger/c+${hashed}+${typed.toString('base64')}`)
    const begun = Buffer.from(/ (\S+)\n$/.exec(note)?.[1] ?? '', 'base64')
    expect(begun.subarray(0, 4).toString('hex')).toBe(hashed)
  })

  test('has the same key for the same secret, and another for another', () => {
    expect(key.publicKey).toHaveLength(32)
    expect(signingKeyFromSecret('a secret of enough length').publicKey).toEqual(key.publicKey)
    expect(signingKeyFromSecret('another').publicKey).not.toEqual(key.publicKey)
  })

  test.each([
    ['another origin, rightly signed', signNoteAs(origin, `site-ledger/d\n12\n${base64}\n`, key)],
    ['another name, rightly signed', signNoteAs('site-ledger/d', `${origin}\n12\n${base64}\n`, key)],
    ['another name beside the signature of this key', note.replace('— site-ledger/c ', '— site-ledger/d ')],
    ['another key', signCheckpoint({ origin, size: 12, root }, signingKeyFromSecret('another'))],
    ['a size that is no number', signNoteAs(origin, `${origin}\n12a\n${base64}\n`, key)],
    ['a size below nothing', signNoteAs(origin, `${origin}\n-1\n${base64}\n`, key)],
    ['a size beyond the exact integers', signNoteAs(origin, `${origin}\n1234567890123456\n${base64}\n`, key)],
    ['a line more', signNoteAs(origin, `${origin}\n12\n${base64}\nmore\n`, key)],
    ['something before the origin', `x\n${note}`],
    ['a line less', signNoteAs(origin, `${origin}\n12\n`, key)],
    ['something before it', `x${note}`],
    ['something after it', `${note}x`],
    ['no end', note.slice(0, -1)],
    ['a word between name and signature', note.replace('— site-ledger/c ', '— site-ledger/c x ')],
    ['another text than the one signed', note.replace('\n12\n', '\n13\n')],
    [
      'another hash of the key',
      note.replace(/ (\S)(\S+)\n$/, (_all, one, rest) => ` ${one === 'A' ? 'B' : 'A'}${rest}\n`),
    ],
    ['nothing', ''],
  ])('is none with %s', (_what, text) => {
    expect(open(text)).toBeUndefined()
  })

  test('counts any size of fifteen digits', () => {
    for (const size of [0, 999_999_999_999_999])
      expect(open(signCheckpoint({ origin, size, root }, key))?.size).toBe(size)
  })
})

describe('notes in a file', () => {
  const notes = Array.from({ length: 3 }, (_, index) =>
    signCheckpoint({ origin, size: index * 10, root: randomBytes(32) }, key),
  )

  test('are found one after the other, as they were signed', () => {
    expect(splitNotes(notes.join(''))).toEqual(notes)
    expect(splitNotes('')).toEqual([])
  })

  test('are all that a file may hold, besides what a crash left of one', () => {
    const [first = '', second = ''] = notes.slice(1)
    const bytes = Buffer.from(second)
    for (let cut = 0; cut <= bytes.length; cut++) {
      const torn = bytes.subarray(0, cut).toString()
      expect(unreadLineIn(`\n${first}\n${torn}\n${second}`), `cut at ${cut}`).toBeUndefined()
      expect(unreadLineIn(`\n${first}\n${torn}`), `cut at ${cut}`).toBeUndefined()
    }
    expect(unreadLineIn(`${first}\0\0\0`)).toBeUndefined()
    for (const [other, line] of [
      [`${first}${second}`.replaceAll('\n', '\r\n'), 1],
      [`${first}${second.replace('—', '-')}`, 10],
      [`\ufeff${first}`, 1],
      [Buffer.from(first, 'utf16le').toString(), 1],
      [`${first}and so on\n`, 6],
    ] as const)
      expect(unreadLineIn(other), other).toBe(line)
  })

  test('stay whole beside one that was torn, wherever it tore', () => {
    const [first = '', second = '', third = ''] = notes
    for (let cut = 1; cut < second.length; cut++)
      for (const between of ['', '\n']) {
        const found = splitNotes(`${first}${second.slice(0, cut)}${between}${third}`)
        expect(found[0], `cut at ${cut}`).toBe(first)
        for (const one of found) expect(notes.includes(one) || open(one) === undefined, `cut at ${cut}`).toBe(true)
      }
  })
})
