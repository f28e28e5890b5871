import type { QueryClient } from '@tanstack/react-query'
import { LOGOUT, siteLogout } from '../../shared/api/sign-in.ts'
import { useSession } from '../../shared/session/session.ts'

/** @throws where the server was not told */
export async function signOut(client: QueryClient, goHome: () => Promise<void>): Promise<void> {
  // As any command: once more where nobody knows whether it arrived (§8).
  await client
    .getMutationCache()
    .build(client, { ...LOGOUT, mutationFn: () => siteLogout(), onSuccess: goHome })
    .execute(undefined)
  useSession.getState().leave()
  client.clear()
}
