import { signingKeyFromSeed } from '../proof/checkpoints/checkpoint-note.ts'
import { CannotRestore, COMPANY_KEY_FILES } from './backup-format.ts'

/** The secrets in a company's backup, as text. */
export interface CompanyKeys {
  pepper: string
  revealKey: string
  /** 32 bytes in base64url, from which the key of its checkpoints is made. */
  seed: string
  openidClientSecret: string | undefined
  /** The public key of the key that is made of the seed. */
  publicKey: Buffer
}

const SEED = /^[A-Za-z0-9_-]{43}$/

/**
 * Returns the keys of a company's backup, by the names of their sections.
 * @throws CannotRestore where a key is missing that every backup has, or is invalid: without a pepper of its own the
 * company would take the installation's pepper with it when it leaves
 */
export function parseCompanyKeys(keys: ReadonlyMap<string, string>): CompanyKeys {
  const needed = (name: string): string => {
    const key = keys.get(name)
    if (key) return key
    throw new CannotRestore(`The backup has no ${name}`)
  }
  const seed = needed(COMPANY_KEY_FILES.seed)
  const bytes = Buffer.from(seed, 'base64url')
  if (!SEED.test(seed) || bytes.length !== 32)
    throw new CannotRestore(`The backup has a ${COMPANY_KEY_FILES.seed} that is none`)
  return {
    pepper: needed(COMPANY_KEY_FILES.pepper),
    revealKey: needed(COMPANY_KEY_FILES.revealKey),
    seed,
    openidClientSecret: keys.get(COMPANY_KEY_FILES.openidClientSecret),
    publicKey: signingKeyFromSeed(bytes).publicKey,
  }
}
