/** RFC 1035 §2.3.4. */
const LONGEST_NAME = 253
/** The same with the dot of the root and a port: what is longer is no host, and not worth parsing. */
const LONGEST_HOST = LONGEST_NAME + '.:65535'.length
/** A name, or an IPv6 address in brackets, and perhaps a port (RFC 9110 §7.2). */
const HOST = /^([^\s\p{Cc}:/?#@%\\[\]]+|\[[\da-f:.]+\])(?::\d{0,5})?$/iu
const NAME = /^[a-z\d_-]+(\.[a-z\d_-]+)*$/

/**
 * The name of a host as companies are found by it: in lower case, an international one in punycode, without the port and without the dot of the
 * root; an IPv6 address in brackets, written as short as it goes (RFC 5952).
 * @param text what a Host header says, or what somebody typed
 * @returns undefined for what names no host
 */
export function hostName(text: string): string | undefined {
  if (text.length > LONGEST_HOST) return undefined
  const [, written] = HOST.exec(text) ?? []
  if (written === undefined || !URL.canParse(`http://${written}`)) return undefined
  const { hostname } = new URL(`http://${written}`)
  if (hostname.startsWith('[')) return hostname
  const name = hostname.replace(/\.$/, '')
  return NAME.test(name) && name.length <= LONGEST_NAME ? name : undefined
}
