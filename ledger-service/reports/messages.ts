import type { InputOf, TaskName } from './tasks.ts'

/** The first message says where the database is; then one job of a company at a time, and `more` asks for the next bytes of it. */
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
  /** A connection that was lost while nothing was asked of it. */
  | { complaint: string }

/** An error, as plain data. */
export interface Failure {
  isDatabase: boolean
  name: string
  message: string
  code: string | undefined
  stack: string | undefined
}
