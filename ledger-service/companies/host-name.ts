/** RFC 1035 §2.3.4. */
const MAX_HOST_NAME_LENGTH = 253
/** The longest name with the dot of the root and a port: a longer text is no host, and is not parsed. */
const LONGEST_HOST = MAX_HOST_NAME_LENGTH + '.:65535'.length
/** A name, or an IPv6 address in brackets, and perhaps a port (RFC 9110 §7.2). */
const HOST_WITH_PORT = /^([^\s\p{Cc}:/?#@%\\[\]]+|\[[\da-f:.]+\])(?::\d{0,5})?$/iu
const DNS_NAME = /^[a-z\d_-]+(\.[a-z\d_-]+)*$/

/**
 * Returns the name of a host in the form by which companies are found: in lower case, an international one in punycode,
 * without the port and without the dot of the root; an IPv6 address in brackets, in its shortest form (RFC 5952).
 * @param text the value of a Host header, or the text that a person typed
 * @returns undefined for a text that names no host
 */
export function normalizeHostName(text: string): string | undefined {
  if (text.length > LONGEST_HOST) return undefined
  const [, written] = HOST_WITH_PORT.exec(text) ?? []
  if (written === undefined || !URL.canParse(`http://${written}`)) return undefined
  const { hostname } = new URL(`http://${written}`)
  if (hostname.startsWith('[')) return hostname
  const name = hostname.replace(/\.$/, '')
  return DNS_NAME.test(name) && name.length <= MAX_HOST_NAME_LENGTH ? name : undefined
}
