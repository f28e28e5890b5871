import type { ClientBase, QueryResult } from 'pg'

/** Whether what was to be committed is there cannot be said: the server confirmed the commit, and warned. */
export class CommitUnsure extends Error {}

/**
 * Commits, and takes a warning for what it is: PostgreSQL gives one where it did not wait for its standby, Citus where the node that had the rows was lost while it
 * committed. What it warned of is unknown, not done. The append, which sends its commit before anything is answered, looks by itself (append-connection.ts).
 * @throws CommitUnsure
 */
export async function commit(client: ClientBase): Promise<QueryResult> {
  let warning: string | undefined
  const onNotice = (notice: { severity?: string | undefined; message?: string | undefined }) => {
    if (notice.severity === 'WARNING') warning = notice.message
  }
  client.on('notice', onNotice)
  try {
    const result = await client.query('COMMIT')
    if (warning !== undefined) throw new CommitUnsure(warning)
    return result
  } finally {
    client.off('notice', onNotice)
  }
}
