/** Bytes in the type that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>

export function fromBase64(text: string): Bytes {
  const binary = atob(text)
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

export function concatBytes(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function bytesEqual(one: Bytes, other: Bytes): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

export async function webCryptoSha256(...parts: Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', concatBytes(...parts)))
}

/** Browsers offer no WebCrypto to pages loaded over plain http from another machine. */
export function canUseWebCrypto(): boolean {
  return globalThis.isSecureContext
}
