import type { ClientBase, QueryResult } from 'pg'

/** Whether what was to be committed is there cannot be said: the server confirmed the commit, and warned. */
export class CommitOutcomeUnknown extends Error {}

/** What work came to, and the last warning that the server gave while it was under way. */
interface Warned<Result> {
  result: Result
  warning: string | undefined
}

/**
 * Waits for a commit that was sent and listens for a warning meanwhile. PostgreSQL gives one where it did not wait for its
 * standby, Citus where it lost the node that had the rows while it committed: then the commit is unknown, not done. Of two
 * commits that are under way on one connection, a warning counts against both.
 * @throws what `sent` is rejected with
 */
export async function withWarning<Result>(client: ClientBase, sent: Promise<Result>): Promise<Warned<Result>> {
  let warning: string | undefined
  const onNotice = (notice: { severity?: string | undefined; message?: string | undefined }) => {
    if (notice.severity === 'WARNING') warning = notice.message
  }
  client.on('notice', onNotice)
  try {
    const result = await sent
    return { result, warning }
  } finally {
    client.off('notice', onNotice)
  }
}

/**
 * Commits, and takes a warning for what it is. The append, which sends its commit before anything is answered, does the same
 * by `withWarning` (write-lease.ts).
 * @throws CommitOutcomeUnknown
 */
export async function commit(client: ClientBase): Promise<QueryResult> {
  const { result, warning } = await withWarning(client, client.query('COMMIT'))
  if (warning !== undefined) throw new CommitOutcomeUnknown(warning)
  return result
}
