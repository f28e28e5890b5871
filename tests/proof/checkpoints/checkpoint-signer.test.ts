import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import {
  formatVerifierKey,
  logOrigin,
  signCheckpoint,
  signingKeyFromSecret,
  splitNotes,
  verifyCheckpoint,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { HistoryChanged, openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import { checkSignature, parseCheckpoint } from '@ledger/web/src/audit/proof/checkpoint-note-and-signature.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { commandEnvelope, expenseCommand } from '../../log/command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'
import { signNoteAs } from '../sign-false-note.ts'

const key = signingKeyFromSecret('a secret of at least thirty-two characters')
const file = join(temporaryFolder(), 'checkpoints.txt')
let ledger: TestLedger

beforeAll(async () => {
  ledger = await openTestLedger()
})
beforeEach(() => rmSync(file, { force: true }))
afterAll(() => ledger.close())

const signer = (secret = key) =>
  openCheckpointSigner({
    companyId: ledger.companyId,
    key: secret,
    file,
    read: (after) => readStoredEventPages(ledger.db, ledger.companyId, { after }),
  })
const spend = (times = 1) =>
  Promise.all(
    Array.from({ length: times }, () => ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 100)))),
  )

describe('a checkpoint', () => {
  const checkpoint = { origin: logOrigin('c'), size: 7, root: Buffer.alloc(32, 5) }

  it('opens with the key that signed it, and says what was signed', () => {
    expect(verifyCheckpoint(signCheckpoint(checkpoint, key), checkpoint.origin, key.publicKey)).toEqual(checkpoint)
  })

  it('does not open with another key, for another log, or after any change', () => {
    const note = signCheckpoint(checkpoint, key)
    const another = signingKeyFromSecret('another secret of at least thirty-two characters')
    expect(verifyCheckpoint(note, checkpoint.origin, another.publicKey)).toBeUndefined()
    expect(verifyCheckpoint(note, logOrigin('d'), key.publicKey)).toBeUndefined()
    for (let at = 0; at < note.length - 1; at++) {
      const changed = note.slice(0, at) + (note[at] === 'x' ? 'y' : 'x') + note.slice(at + 1)
      expect(verifyCheckpoint(changed, checkpoint.origin, key.publicKey), `changed at ${at}`).toBeUndefined()
    }
  })

  it('does not open where its text is of another log, or no checkpoint, though the signature is right', () => {
    const root = Buffer.alloc(32, 5).toString('base64')
    const own = signNoteAs('site-ledger/c', `site-ledger/c\n7\n${root}\n`, key)
    expect(verifyCheckpoint(own, 'site-ledger/c', key.publicKey)).toEqual(checkpoint)
    for (const text of [
      `site-ledger/d\n7\n${root}\n`,
      `site-ledger/c\n-7\n${root}\n`,
      `site-ledger/c\n7e1\n${root}\n`,
      `site-ledger/c\n1234567890123456\n${root}\n`,
    ])
      expect(
        verifyCheckpoint(signNoteAs('site-ledger/c', text, key), 'site-ledger/c', key.publicKey),
        text,
      ).toBeUndefined()
  })

  it('is looked at in the same way by a browser', async () => {
    const root = Buffer.alloc(32, 5).toString('base64')
    const verifier = formatVerifierKey('site-ledger/c', key.publicKey)
    const note = (text: string) => signNoteAs('site-ledger/c', text, key)
    expect(await checkSignature(note(`site-ledger/c\n7\n${root}\n`), verifier)).toBe('good')
    expect(await checkSignature(note(`site-ledger/d\n7\n${root}\n`), verifier)).toBe('bad')
    expect(await checkSignature(note(`site-ledger/cc\n7\n${root}\n`), verifier)).toBe('bad')
    for (const size of ['-7', '7e1', '1234567890123456'])
      expect(parseCheckpoint(note(`site-ledger/c\n${size}\n${root}\n`))).toBeUndefined()
  })

  it('has the form that C2SP gives a signed note and its verifier key', () => {
    expect(signCheckpoint(checkpoint, key)).toMatch(
      /^site-ledger\/c\n7\n[A-Za-z0-9+/]{43}=\n\n— site-ledger\/c [A-Za-z0-9+/=]{92}\n$/,
    )
    expect(formatVerifierKey('site-ledger/c', key.publicKey)).toMatch(
      /^site-ledger\/c\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{44}$/,
    )
  })
})

describe('the signer', () => {
  it('signs a log that grew, once, and goes on from its file after a restart', async () => {
    const first = await signer()
    const signed = await first.sign()
    expect(await first.sign()).toBeUndefined()
    await spend(3)
    const second = await signer()
    expect(second.last?.size).toBe(signed?.size)
    expect((await second.sign())?.size).toBe((signed?.size ?? 0) + 3)
    expect(splitNotes(readFileSync(file, 'utf8'))).toHaveLength(2)
  })

  it('goes on where a crash cut its last note off', async () => {
    await (await signer()).sign()
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nsite-ledger/${ledger.companyId}\n99`)
    await spend()
    await (await signer()).sign()
    expect((await signer()).last?.size).toBe((await ledger.readLog()).length)
  })

  it('refuses a log that shrank, also at its next start', async () => {
    await spend(2)
    const running = await signer()
    await running.sign()
    const head = (await ledger.readLog()).length
    const cut = await ledger.sql.query('DELETE FROM events WHERE company_id = $1 AND position = $2 RETURNING *', [
      ledger.companyId,
      head,
    ])
    await expect(running.sign()).rejects.toThrow(HistoryChanged)
    await expect(signer()).rejects.toThrow(HistoryChanged)
    await restore(cut.rows[0])
    expect((await signer()).last?.size).toBe(head)
  })

  it('refuses another history of the same length, and signs nothing of it', async () => {
    const running = await signer()
    await running.sign()
    const before = readFileSync(file, 'utf8')
    const changed = await ledger.sql.query(
      `UPDATE events SET hash = decode(md5('x') || md5('y'), 'hex') WHERE company_id = $1
        AND position = (SELECT max(position) FROM events WHERE company_id = $1) RETURNING position`,
      [ledger.companyId],
    )
    expect(changed.rowCount).toBe(1)
    await expect(running.sign()).rejects.toThrow(HistoryChanged)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('refuses a file that another key has signed', async () => {
    writeFileSync(
      file,
      `\n${signCheckpoint({ origin: logOrigin(ledger.companyId), size: 1, root: Buffer.alloc(32) }, signingKeyFromSecret('quite another secret, long enough for a key'))}`,
    )
    await expect(signer()).rejects.toThrow(HistoryChanged)
    expect(existsSync(file)).toBe(true)
  })
})

async function restore(row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  await ledger.sql.query(`INSERT INTO events (${columns}) VALUES (${places})`, Object.values(row))
}
