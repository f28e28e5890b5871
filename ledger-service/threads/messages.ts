import type { InputOf, TaskName } from './tasks.ts'

/** What a thread is born with. */
export interface ThreadData {
  databaseUrl: string
  companyId: string
}

/** One job at a time; `more` asks for the next bytes; `end` ends the thread, and what it is at. */
export type ToThread =
  | { run: { [Name in TaskName]: { name: Name; input: InputOf<Name> } }[TaskName] }
  | { more: true }
  | { end: true }

export type FromThread =
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
