import type { QueryClient } from '@tanstack/react-query'
import { LOGOUT, siteLogout } from '../../shared/api/sign-in.ts'
import { useSession } from '../../shared/session/session.ts'

/** @throws where the server did not receive the sign-out */
export async function signOut(client: QueryClient, goHome: () => Promise<void>): Promise<void> {
  // Retried once where the outcome is unknown, as any command (§8).
  await client
    .getMutationCache()
    .build(client, { ...LOGOUT, mutationFn: () => siteLogout(), onSuccess: goHome })
    .execute(undefined)
  useSession.getState().leave()
  client.clear()
}
