import type { JsonSchema } from './schemas.ts'

export interface Header {
  description: string
  schema: JsonSchema
}

/** Headers of requests. */
export const IDEMPOTENCY_KEY: JsonSchema = {
  description:
    'Of your own making, new for each command: 8 to 128 visible characters. The same key with the same request answers the first answer again, as long as the log is kept; with another request it is 422.',
  type: 'string',
  pattern: '^[\\x21-\\x7e]{8,128}$',
  examples: ['0198c0de-7b1a-7c3e-9f00-5b1e2d3c4f5a'],
}

export const FOR_ACCOUNT: JsonSchema = {
  description:
    'For whom it was entered: the own id of the account, as the sign-in says it, or the public `id`. Where somebody else is signed in: 401 `other_account`',
  type: 'string',
  examples: ['site_9876543210'],
}

export const IF_MATCH: JsonSchema = {
  description: 'The `revision` that was seen, in quotes; when it is no longer the current one: 412',
  type: 'string',
  pattern: '^(\\*|(W/)?"?[1-9]\\d{0,8}"?)$',
  examples: ['"3"'],
}

export const IF_NONE_MATCH: JsonSchema = {
  description: 'The `ETag` of the answer that is at hand; when nothing has changed: 304',
  type: 'string',
}

/** Headers of answers: `components.headers`. */
export const SHARED_HEADERS: Record<string, Header> = {
  'X-Request-Id': {
    description: 'Names this request; stands in its log line and in the `meta` of the event that it appended',
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: { description: 'Changes when the answer does', schema: { type: 'string' } },
  'Ledger-Lag': {
    description: 'Only where a read model was still behind after a second: by how many events',
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
  'Ledger-Account': {
    description: 'The own id of the account, which stays when its number, and with it the public `id`, is changed',
    schema: { type: 'string', format: 'uuid' },
  },
  'Ledger-Revision': {
    description: 'The revision of the list, for `If-Match`; 1 where no list was ever made',
    schema: { type: 'string', pattern: '^[1-9]\\d*$' },
  },
  'Ledger-Count': { description: 'How many rows the list has in all', schema: { type: 'string', pattern: '^\\d+$' } },
  Link: {
    description: 'Only where there are more rows: the next page (RFC 8288, rel="next")',
    schema: { type: 'string', pattern: '^</.*>; rel="next"$' },
  },
  Location: { description: 'Where to go', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'string', pattern: '^\\d+$' } },
}
