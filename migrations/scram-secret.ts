import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

const SCRAM_ITERATIONS = 4096

/**
 * Returns a password in the form in which PostgreSQL stores it (RFC 5803), so that the password itself never reaches
 * the server or the server's log of statements.
 */
export function scramSecret(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, SCRAM_ITERATIONS, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest()
  const base64 = (bytes: Buffer) => bytes.toString('base64')
  return `SCRAM-SHA-256$${SCRAM_ITERATIONS}:${base64(salt)}$${base64(storedKey)}:${base64(hmac('Server Key'))}`
}
