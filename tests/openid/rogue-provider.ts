import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The content of an ID token, and how it is signed. */
export interface RogueIdToken {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  signature: 'own' | 'forged' | 'none' | 'hmac'
}

/** A provider that can lie in every answer, and never asks whether a code was used before. */
export interface RogueProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Changes its honest answers. Without it, every answer is in order. */
  lies: {
    token?: (honest: RogueIdToken) => RogueIdToken
    metadata?: Record<string, unknown>
    /** Replaces the token endpoint's answer. */
    answer?: (response: ServerResponse) => void
    /** Discovery is accepted and never answered. */
    isDeaf?: boolean
  }
  /** The nonce of the sign-in that it answers next. */
  nonce: string
  close(): Promise<void>
}

export async function startRogueProvider(email: string): Promise<RogueProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path === '/.well-known/openid-configuration' && !rogue.lies.isDeaf) sendJson(response, metadata(rogue))
    else if (path === '/keys') sendJson(response, { keys: [{ ...own.publicKey.export({ format: 'jwk' }), ...KEY }] })
    else if (path === '/token') {
      const { answer, token = (honest) => honest } = rogue.lies
      const idToken = () =>
        writeToken(token(honestToken(rogue, email)), { own: own.privateKey, other: other.privateKey })
      if (answer) answer(response)
      else sendJson(response, { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: idToken() })
    } else if (!rogue.lies.isDeaf) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const rogue: RogueProvider = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'ledger',
    clientSecret: 'a secret that is long enough for an HMAC',
    lies: {},
    nonce: '',
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return rogue
}

const KEY = { use: 'sig', alg: 'RS256', kid: 'rogue' }

function metadata({ issuer, lies }: RogueProvider): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...lies.metadata,
  }
}

function honestToken({ issuer, clientId, nonce }: RogueProvider, email: string): RogueIdToken {
  const now = Math.floor(Date.now() / 1000)
  return {
    header: { alg: 'RS256', kid: KEY.kid },
    claims: { iss: issuer, sub: 'rogue-1', aud: clientId, iat: now, exp: now + 60, nonce, email, email_verified: true },
    signature: 'own',
  }
}

/** The token in its compact form (RFC 7515). */
function writeToken({ header, claims, signature }: RogueIdToken, keys: { own: KeyObject; other: KeyObject }): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part(header)}.${part(claims)}`
  const signatures = {
    own: () => sign('RSA-SHA256', Buffer.from(signed), keys.own),
    forged: () => sign('RSA-SHA256', Buffer.from(signed), keys.other),
    // The old attack: the public key, which everyone has, used as the secret of an HMAC.
    hmac: () =>
      createHmac('sha256', keys.own.export({ format: 'pem', type: 'pkcs8' }))
        .update(signed)
        .digest(),
    none: () => Buffer.alloc(0),
  }
  return `${signed}.${signatures[signature]().toString('base64url')}`
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
