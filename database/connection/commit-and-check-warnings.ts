import type { ClientBase, QueryResult } from 'pg'

/** The server confirmed the commit with a warning, so it is unknown whether the data is committed. */
export class CommitOutcomeUnknown extends Error {}

/** A result, and the last warning that the server sent meanwhile. */
interface ResultWithWarning<Result> {
  result: Result
  warning: string | undefined
}

/**
 * Waits for a commit that was sent and records warnings meanwhile. PostgreSQL warns if it did not wait for its standby,
 * Citus if it lost the node with the rows during the commit: the outcome is then unknown, not committed. If two commits
 * are in progress on one connection, a warning counts against both.
 * @throws the error that `sent` is rejected with
 */
export async function withServerWarning<Result>(
  client: ClientBase,
  sent: Promise<Result>,
): Promise<ResultWithWarning<Result>> {
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
 * Commits, and treats a warning as an unknown outcome. The append, which sends its commit before it is answered, does
 * the same with `withServerWarning` (log-write-connection.ts).
 * @throws CommitOutcomeUnknown
 */
export async function commitAndCheckWarnings(client: ClientBase): Promise<QueryResult> {
  const { result, warning } = await withServerWarning(client, client.query('COMMIT'))
  if (warning !== undefined) throw new CommitOutcomeUnknown(warning)
  return result
}
