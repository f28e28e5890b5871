import type { QueryClient } from '@tanstack/react-query'
import { follow } from './follow/follow.ts'
import { keepApp } from './offline/keep-app.ts'
import { readAhead } from './offline/read-ahead.ts'
import { standIn } from './offline/stand-in.ts'

export { standIn }

/**
 * Starts the background work that no screen waits for, once a signed-in user sees the first screen. `path` is a call
 * that was answered (follow.ts).
 */
export function begin(client: QueryClient, path: string): void {
  // A user who signed out while this code was loading has cleared the cached answers.
  if (client.getQueriesData({ queryKey: [path] }).every(([, data]) => data === undefined)) return
  follow(client, path)
  standIn(client)
  keepApp()
  if (path.startsWith('/api/site/')) readAhead(client)
}
