/**
 * Returns a mail link to an address, encoded because a visitor may write anything that looks like one: `?`, `&` and `%`
 * in it would add a copy, a subject, a text (RFC 6068).
 */
export function mailtoLink(email: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`
}
