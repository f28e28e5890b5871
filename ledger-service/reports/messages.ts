import type { InputOf, TaskName } from './tasks.ts'

/**
 * The first message has the database's address; later ones each have one job of a company, and `more` requests the next
 * bytes of it.
 */
export type ToProcess = { databaseUrl: string } | RunMessage | { more: true }

export interface RunMessage {
  run: { [Name in TaskName]: { name: Name; input: InputOf<Name> } }[TaskName]
  companyId: string
}

export type FromProcess =
  | { progress: object }
  | { bytes: Uint8Array }
  | { done: unknown }
  | { failed: Failure }
  /** A connection was lost while no query was running on it. */
  | { complaint: string }

/** An error, as plain data. */
export interface Failure {
  isDatabase: boolean
  name: string
  message: string
  code: string | undefined
  stack: string | undefined
}
