import type { TaskInput, TaskName } from './tasks.ts'

/**
 * The first message has the database's address; later ones each have one job of a company, and `more` requests the next
 * bytes of it.
 */
export type MessageToWorker = { databaseUrl: string } | RunTaskMessage | { more: true }

export interface RunTaskMessage {
  run: { [Name in TaskName]: { name: Name; input: TaskInput<Name> } }[TaskName]
  companyId: string
}

export type MessageFromWorker =
  | { progress: object }
  | { bytes: Uint8Array }
  | { done: unknown }
  | { failed: SerializedError }
  /** A connection was lost while no query was running on it. */
  | { complaint: string }

/** An error, as plain data. */
export interface SerializedError {
  isDatabase: boolean
  name: string
  message: string
  code: string | undefined
  stack: string | undefined
}
