export interface SqlStatement {
  name: string
  text: string
  values: unknown[]
}
