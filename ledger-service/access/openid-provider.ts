import { HOUR_MS } from '@ledger/contracts/dates.ts'
import type { OpenidErrorCode } from '@ledger/contracts/http/openid-errors.ts'
import { TEXT_LIMITS } from '@ledger/contracts/text/text-schemas.ts'
import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import { z } from 'zod'
import type { OpenidSettings } from '../configuration/openid-settings.ts'
import { PENDING_SIGN_IN_MS, type PendingSignIn } from './openid-pending-sign-in.ts'

/** The time limit of each request to the provider; the cached metadata and keys expire after an hour. */
const PROVIDER_TIMEOUT_SECONDS = 5
const DISCOVERY_CACHE_MS = HOUR_MS

/**
 * Identifies a person at a provider: the e-mail address may change hands, these two may not (OpenID Connect Core, 5.7).
 */
export interface OpenidIdentity {
  issuer: string
  subject: string
}

export interface IdentifiedUser {
  identity: OpenidIdentity
  /** Returns the address that the provider has verified; it is needed only to link the identity to an account. */
  verifiedEmail(): Promise<string | IdentificationRefused>
}

/** `reason` is for the log and contains nothing of a token. */
export interface IdentificationRefused {
  refused: OpenidErrorCode
  reason: string
}

export interface OpenidProvider {
  /** Returns the address to send the browser to, and the values that its answer must match. */
  begin(redirectUri: string): Promise<{ address: string; pending: PendingSignIn } | IdentificationRefused>
  /**
   * Returns who signed in, by the authorization code flow with PKCE.
   * @param callback the redirect URI with the parameters that the provider added
   */
  finish(callback: URL, pending: PendingSignIn): Promise<IdentifiedUser | IdentificationRefused>
}

/**
 * ASCII only: in other scripts lower case makes one of two addresses (U+212A becomes k). Any other value counts as
 * missing.
 */
const emailClaims = {
  email: z
    .string()
    .max(TEXT_LIMITS.email)
    .regex(/^[\x21-\x7e]+@[\x21-\x7e]+$/)
    .optional()
    .catch(undefined),
  email_verified: z.literal(true).optional().catch(undefined),
}
const idTokenClaims = z.object({ iss: z.string(), sub: z.string().min(1).max(255), ...emailClaims })
const userInfoClaims = z.object({ sub: z.string(), ...emailClaims })

/** Opens a provider without a request to it before the first sign-in: it may be unavailable while the ledger starts. */
export function openOpenidProvider(settings: OpenidSettings): OpenidProvider {
  const cache = new LRUCache<'configuration', client.Configuration>({
    ...{ max: 1, ttl: DISCOVERY_CACHE_MS },
    fetchMethod: () => discoverProvider(settings),
  })
  const discovered = () => cache.forceFetch('configuration')

  async function begin(redirectUri: string) {
    const configuration = await discovered().catch(providerUnavailable)
    if ('refused' in configuration) return configuration
    const verifier = client.randomPKCECodeVerifier()
    const pending = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier,
      until: Date.now() + PENDING_SIGN_IN_MS,
    }
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { address: address.href, pending }
  }

  async function finish(
    callback: URL,
    { state, nonce, verifier }: PendingSignIn,
  ): Promise<IdentifiedUser | IdentificationRefused> {
    const configuration = await discovered().catch(providerUnavailable)
    if ('refused' in configuration) return configuration
    try {
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const { iss, sub, ...claims } = idTokenClaims.parse(tokens.claims())
      if (!isSameIssuer(iss, settings.issuer)) return { refused: 'not_trusted', reason: 'another issuer' }
      return {
        identity: { issuer: iss, subject: sub },
        verifiedEmail: async () =>
          verifiedEmailFrom(claims.email ? claims : await fetchEmailClaims(configuration, tokens, sub)),
      }
    } catch (error) {
      return toIdentificationRefused(error)
    }
  }

  return { begin, finish }
}

/**
 * Discovers the provider. Signatures of ID tokens are checked, though the code flow does not require it: a thief needs
 * one more thing.
 */
async function discoverProvider({ issuer, clientId, clientSecret }: OpenidSettings): Promise<client.Configuration> {
  const execute = [client.enableNonRepudiationChecks]
  // The configuration accepts http only for a loopback address.
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests)
  const options = { timeout: PROVIDER_TIMEOUT_SECONDS, execute }
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientAuthenticationFor(clientSecret),
    options,
  )
  // The library lets some well-known providers name another issuer than the requested one.
  if (!isSameIssuer(configuration.serverMetadata().issuer, issuer)) throw new Error('the provider names another issuer')
  return configuration
}

/**
 * Returns HTTP Basic, which every provider must support (RFC 6749, 2.3.1), unless the provider's metadata excludes it.
 */
function clientAuthenticationFor(clientSecret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(clientSecret)
  const post = client.ClientSecretPost(clientSecret)
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request)
  }
}

/**
 * Reads the e-mail claims from the user info endpoint: strict providers give them there and not in the ID token (OpenID
 * Connect Core, 5.4).
 */
async function fetchEmailClaims(
  configuration: client.Configuration,
  tokens: { access_token: string },
  subject: string,
) {
  if (!configuration.serverMetadata().userinfo_endpoint) return {}
  try {
    return userInfoClaims.parse(await client.fetchUserInfo(configuration, tokens.access_token, subject))
  } catch (error) {
    return toIdentificationRefused(error)
  }
}

function verifiedEmailFrom(
  claims: { email?: string | undefined; email_verified?: true | undefined } | IdentificationRefused,
): string | IdentificationRefused {
  if ('refused' in claims) return claims
  if (claims.email !== undefined && claims.email_verified) return claims.email
  return { refused: 'email_not_verified', reason: 'no verified e-mail address' }
}

const isSameIssuer = (issuer: string, configured: string) =>
  URL.canParse(issuer) && new URL(issuer).href === new URL(configured).href

const providerUnavailable = (error: unknown): IdentificationRefused => ({
  refused: 'provider_away',
  reason: loggableReason(error),
})

/**
 * Maps an error between the provider and the ledger to a refusal. Every error fails closed; the codes differ by what
 * the person can do.
 */
function toIdentificationRefused(error: unknown): IdentificationRefused {
  const reason = loggableReason(error)
  if (error instanceof client.AuthorizationResponseError) {
    if (error.error === 'access_denied') return { refused: 'cancelled_at_provider', reason }
    if (/^(server_error|temporarily_unavailable)$/.test(error.error)) return { refused: 'provider_away', reason }
  }
  return { refused: isProviderUnavailable(error) ? 'provider_away' : 'not_trusted', reason }
}

function isProviderUnavailable(error: unknown): boolean {
  if (error instanceof client.ClientError) {
    const { code, cause } = error
    return code === 'OAUTH_TIMEOUT' || (cause instanceof Response && cause.status >= 500)
  }
  // fetch throws this error when no server answers.
  return error instanceof TypeError && error.cause instanceof Error
}

/**
 * Returns the reason for the log. The library's errors carry answers and tokens as their causes, so it has only names,
 * codes and the library's own sentences.
 */
function loggableReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error instanceof z.ZodError) return `claims: ${error.issues.map((issue) => issue.path.join('.')).join()}`
  const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error
  const code = 'error' in error ? error.error : 'code' in cause ? cause.code : ''
  return `${error.name} ${String(code)} ${error.message}`.slice(0, 200)
}
