import { isPrintable, requiredText, TEXT_LIMITS } from '@ledger/contracts/text/text-schemas.ts'
import { z } from 'zod'
import { parseSettingByContract } from './parse-setting-by-contract.ts'

export interface OpenidSettings {
  /** As given: some providers name themselves with a slash at the end, others without. */
  issuer: string
  clientId: string
  clientSecret: string
}

/** Returns whether tokens from the address can be trusted: over plain http anybody could have sent them. */
function isHttpsOrLoopback(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

const issuerSetting = z
  .url({ protocol: /^https?$/, error: 'OIDC_ISSUER must look like https://accounts.example.com', abort: true })
  .refine((url) => !/[?#]/.test(url), 'OIDC_ISSUER must have neither a query nor a fragment')
  .refine(isHttpsOrLoopback, 'OIDC_ISSUER must be https; http is for this machine only (localhost, 127.0.0.1)')
  .refine(isPrintable, 'OIDC_ISSUER must have no characters that cannot be printed')
  .max(TEXT_LIMITS.issuer, `OIDC_ISSUER must have at most ${TEXT_LIMITS.issuer} characters`)
const clientIdSetting = parseSettingByContract(
  requiredText('', TEXT_LIMITS.clientId),
  `OIDC_CLIENT_ID must have at most ${TEXT_LIMITS.clientId} characters, and none that cannot be printed`,
)

/** The schema of a company's own provider. */
export const ownProvider = z.object({ issuer: issuerSetting, clientId: clientIdSetting })
export const openidSettingsSchema = ownProvider.extend({ clientSecret: z.string().min(1) })
