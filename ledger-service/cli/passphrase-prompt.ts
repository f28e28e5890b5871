import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from './command-context.ts'

/** In characters; a backup is valuable to a thief, who can try passphrases without limit. */
const MIN_PASSPHRASE_LENGTH = 12

/**
 * Returns the passphrase of a backup: BACKUP_PASSPHRASE, or typed at the terminal without being shown.
 * @param twice asks again, so that a new one has no typing error, and refuses a short one
 */
export async function readPassphrase(environment: NodeJS.ProcessEnv, { twice = false } = {}): Promise<string> {
  const passphrase = environment.BACKUP_PASSPHRASE || (await promptHidden('Passphrase: ', 'BACKUP_PASSPHRASE'))
  if (twice && passphrase.length < MIN_PASSPHRASE_LENGTH)
    throw new CommandError(`The passphrase must have at least ${MIN_PASSPHRASE_LENGTH} characters`)
  if (
    twice &&
    !environment.BACKUP_PASSPHRASE &&
    (await promptHidden('Once more: ', 'BACKUP_PASSPHRASE')) !== passphrase
  )
    throw new CommandError('The two are not the same')
  return passphrase
}

/**
 * Returns a text that is typed at the terminal without being shown.
 * @param setting the setting that may give it instead
 */
export async function promptHidden(question: string, setting: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(`Give ${setting}: there is no terminal to ask at`)
  // The interface would print the typed text.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const given = Promise.withResolvers<string>()
  terminal.once('SIGINT', () => given.reject(new CommandError('Nothing was done')))
  terminal.once('close', () => given.reject(new CommandError('Nothing was done')))
  terminal.once('line', given.resolve)
  process.stderr.write(question)
  try {
    return await given.promise
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
