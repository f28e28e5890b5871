export interface SqlStatement {
  /** The name that a connection prepares it by, or that of a part of combined statements. */
  name: string
  text: string
  values: unknown[]
}

export type UnnamedStatement = Omit<SqlStatement, 'name'>
