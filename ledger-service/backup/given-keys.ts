import { signingKeyOf } from '../proof/checkpoint.ts'
import { CannotRestore, COMPANY_KEYS } from './format.ts'

/** The secrets that a company brings with it, as text. */
export interface GivenKeys {
  pepper: string
  revealKey: string
  /** 32 bytes in base64url, of which its checkpoints' key is made. */
  seed: string
  openidClientSecret: string | undefined
  /** Of the key that is made of the seed. */
  publicKey: Buffer
}

const SEED = /^[A-Za-z0-9_-]{43}$/

/**
 * The keys of a company's backup, by the names of their sections.
 * @throws CannotRestore where one is missing that every backup has, or is none: without a pepper of its own a company would be let to take the
 *   installation's with it when it leaves
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
