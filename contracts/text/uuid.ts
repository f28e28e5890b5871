/** A UUID in lower case, as the ledger writes ids: for use inside a larger regular expression. */
export const UUID_FORM = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const WHOLE_UUID = new RegExp(`^${UUID_FORM}$`)

/** Returns whether a text is a UUID in lower case, the form of the inner ids of accounts, entries and questions. */
export const isUuid = (text: string): boolean => WHOLE_UUID.test(text)
