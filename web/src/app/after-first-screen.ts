import type { QueryClient } from '@tanstack/react-query'
import { follow } from './follow/follow.ts'
import { keepApp } from './offline/keep-app.ts'
import { readAhead } from './offline/read-ahead.ts'
import { standIn } from './offline/stand-in.ts'

export { standIn }

/** What nobody waits for, once whoever is signed in sees the first screen. `path` is a call that was answered (follow.ts). */
export function begin(client: QueryClient, path: string): void {
  // Whoever has left while this came has taken along what was read.
  if (client.getQueriesData({ queryKey: [path] }).every(([, data]) => data === undefined)) return
  follow(client, path)
  standIn(client)
  keepApp()
  if (path.startsWith('/api/site/')) readAhead(client)
}
