import type { QueryClient } from '@tanstack/react-query'
import { LOGOUT_MUTATION, siteLogout } from '../shared/api/sign-in-calls.ts'
import { useFieldSession } from '../shared/session/field-session.ts'
import { forgetEndedSession } from '../shared/session/session-ended.ts'

/** @throws where the server did not receive the sign-out */
export async function logOutOfField(client: QueryClient, goHome: () => Promise<void>): Promise<void> {
  // Retried once where the outcome is unknown, as any command (§8).
  await client
    .getMutationCache()
    .build(client, { ...LOGOUT_MUTATION, mutationFn: () => siteLogout(), onSuccess: goHome })
    .execute(undefined)
  useFieldSession.getState().leave()
  // The public page has asked who is signed in, and taken the answer for a session that ended by itself.
  forgetEndedSession()
  client.clear()
}
