import { join } from 'node:path'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import {
  formatVerifierKey,
  logOrigin,
  type SigningKey,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import { temporaryFolder } from '../files/temporary-folder.ts'
import type { TestService } from './test-service.ts'

export interface TestSigner {
  key: SigningKey
  verifierKey: string
  /** Signs the present log, and publishes it as the signer process does. */
  sign(): Promise<number>
}

/** Starts the real signer beside a service; it signs only when the test calls it. */
export async function startTestSigner({ company: { db, companyId }, sql }: TestService): Promise<TestSigner> {
  const key = signingKeyWithPlus()
  const ownKey = formatVerifierKey(logOrigin(companyId), key.publicKey)
  await sql.query('INSERT INTO verifier_keys (company_id, verifier_key) VALUES ($1, $2)', [companyId, ownKey])
  const file = join(temporaryFolder(), 'checkpoints.txt')
  const signer = await openCheckpointSigner({
    companyId,
    key,
    file,
    read: (after) => readStoredEventPages(db, companyId, { after }),
  })
  const publish = async (note: string, size: number) => {
    await sql.query('INSERT INTO signed_checkpoints (company_id, size, note) VALUES ($1, $2, $3)', [
      companyId,
      size,
      note,
    ])
  }
  return {
    key,
    verifierKey: ownKey,
    async sign() {
      const signed = await signer.sign()
      if (signed === undefined) throw new Error('There was nothing new to sign')
      await publish(signed.note, signed.size)
      return signed.size
    },
  }
}

/** Returns a key whose base64 contains the character that also separates the fields of a verifier key. */
function signingKeyWithPlus(): SigningKey {
  for (let n = 0; ; n++) {
    const key = signingKeyFromSecret(`a secret of at least thirty-two characters ${n}`)
    if (formatVerifierKey('name', key.publicKey).split('+').length > 3) return key
  }
}
