/** The texts at the head of a list's printed pages and files, in the reader's language. */
export interface ListHeading {
  /** The name of the list. */
  readonly title: string
  /** The account and the filters, "" for none; empty where the list is everything. */
  readonly about: readonly string[]
  readonly period: string
}

/** Returns the account and the filters as one text; undefined where there are none. */
export function aboutText({ about }: ListHeading): string | undefined {
  const said = about.filter((text) => text !== '')
  return said.length === 0 ? undefined : said.join(', ')
}
