import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'

/** A person who has an account at the provider. */
export interface ProviderAccount {
  subject: string
  email: string
  email_verified: boolean
}

/** oidc-provider on a port of its own, which asks for no password: the test says which person signs in. */
export interface RealProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** The person who signs in there next; null cancels. */
  signedInPerson: ProviderAccount | null
  /** Allows the ledger to send people here, and back to its callback only. */
  register(redirectUri: string): void
  close(): Promise<void>
}

export async function startRealProvider(): Promise<RealProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.writeHead(503).end()
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const subjects = new Map<string, ProviderAccount>()
  const real: RealProvider = {
    issuer,
    clientId: 'ledger',
    clientSecret: 'a secret/with+signs: & spaces',
    signedInPerson: null,
    register(redirectUri) {
      const provider = providerFor(real, subjects, redirectUri)
      const callback = provider.callback()
      answer = (request, response) => {
        if (request.url?.startsWith('/interaction/')) void interact(provider, real, subjects, request, response)
        else void callback(request, response)
      }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return real
}

function providerFor(real: RealProvider, subjects: Map<string, ProviderAccount>, redirectUri: string): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return new Provider(real.issuer, {
    adapter: inMemoryAdapter(),
    clients: [{ client_id: real.clientId, client_secret: real.clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'real' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['for these tests only'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, id) => {
      const found = subjects.get(id)
      if (!found) return undefined
      const { subject: sub, email, email_verified } = found
      return { accountId: id, claims: () => ({ sub, email, email_verified }) }
    },
    // Every person has consented.
    async loadExistingGrant({ oidc }) {
      const clientId = oidc.client?.clientId
      const accountId = oidc.session?.accountId
      if (!clientId || !accountId) return undefined
      const grant = new oidc.provider.Grant({ clientId, accountId })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
}

async function interact(
  provider: Provider,
  { signedInPerson }: RealProvider,
  subjects: Map<string, ProviderAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!signedInPerson) {
    await provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'Cancelled' })
    return
  }
  subjects.set(signedInPerson.subject, signedInPerson)
  await provider.interactionFinished(request, response, { login: { accountId: signedInPerson.subject } })
}

/** Stores the provider's state for as long as the test runs. */
function inMemoryAdapter(): (model: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()
  const findBy = async (model: string, matches: (payload: AdapterPayload) => boolean) =>
    [...kept].find(([key, payload]) => key.startsWith(`${model} `) && matches(payload))?.[1]
  return (model) => ({
    async upsert(id, payload) {
      kept.set(`${model} ${id}`, payload)
    },
    find: async (id) => kept.get(`${model} ${id}`),
    findByUid: (uid) => findBy(model, (payload) => payload.uid === uid),
    findByUserCode: (userCode) => findBy(model, (payload) => payload.userCode === userCode),
    async consume(id) {
      const payload = kept.get(`${model} ${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      kept.delete(`${model} ${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key)
    },
  })
}
