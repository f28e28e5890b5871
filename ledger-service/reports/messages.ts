import type { InputOf, TaskName } from './tasks.ts'

/** Whose reports a process makes. */
export interface ReportsOf {
  databaseUrl: string
  companyId: string
}

/** The first message says whose; then one job at a time, and `more` asks for the next bytes of it. */
export type ToProcess =
  | { of: ReportsOf }
  | { run: { [Name in TaskName]: { name: Name; input: InputOf<Name> } }[TaskName] }
  | { more: true }

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
