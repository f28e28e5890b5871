import { signingKeyOf } from '../proof/checkpoint.ts'
import { CannotRestore, COMPANY_KEYS } from './format.ts'

/** The secrets in a company's backup, as text. */
export interface GivenKeys {
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
export function givenKeys(keys: ReadonlyMap<string, string>): GivenKeys {
  const needed = (name: string): string => {
    const key = keys.get(name)
    if (key) return key
    throw new CannotRestore(`The backup has no ${name}`)
  }
  const seed = needed(COMPANY_KEYS.seed)
  const bytes = Buffer.from(seed, 'base64url')
  if (!SEED.test(seed) || bytes.length !== 32)
    throw new CannotRestore(`The backup has a ${COMPANY_KEYS.seed} that is none`)
  return {
    pepper: needed(COMPANY_KEYS.pepper),
    revealKey: needed(COMPANY_KEYS.revealKey),
    seed,
    openidClientSecret: keys.get(COMPANY_KEYS.openidClientSecret),
    publicKey: signingKeyOf(bytes).publicKey,
  }
}
