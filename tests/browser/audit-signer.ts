import { join } from 'node:path'
import { sealedEvents } from '@ledger/ledger-service/event-store/rows.ts'
import { originOf, type SigningKey, signingKeyFrom, verifierKey } from '@ledger/ledger-service/proof/checkpoint.ts'
import { openSigner } from '@ledger/ledger-service/proof/signer.ts'
import { temporaryFolder } from '../environment/folder.ts'
import type { TestService } from '../environment/service.ts'

export interface TestSigner {
  key: SigningKey
  verifierKey: string
  /** Signs the present log, and publishes it as the signer process does. */
  sign(): Promise<number>
}

/** Starts the real signer beside a service; it signs only when the test calls it. */
export async function startSigner({ service: { db, companyId }, sql }: TestService): Promise<TestSigner> {
  const key = keyWithPlus()
  const ownKey = verifierKey(originOf(companyId), key.publicKey)
  await sql.query('INSERT INTO verifier_keys (company_id, verifier_key) VALUES ($1, $2)', [companyId, ownKey])
  const file = join(temporaryFolder(), 'checkpoints.txt')
  const signer = await openSigner({ companyId, key, file, read: (after) => sealedEvents(db, companyId, { after }) })
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
function keyWithPlus(): SigningKey {
  for (let n = 0; ; n++) {
    const key = signingKeyFrom(`a secret of at least thirty-two characters ${n}`)
    if (verifierKey('name', key.publicKey).split('+').length > 3) return key
  }
}
