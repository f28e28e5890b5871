import { z } from 'zod'
import { INVALID_DATE_MESSAGE } from '../../dates.ts'
import { instant, NOTE, position } from '../audit/common-audit-fields.ts'

/** The certificate of a financial year: what the log holds of it, and when it was last verified. */

export const yearCertificateQueryParams = z.strictObject({
  year: z
    .string({ error: INVALID_DATE_MESSAGE })
    .regex(/^2\d{3}$/, INVALID_DATE_MESSAGE)
    .transform(Number)
    .meta({ description: 'The year in which the financial year begins, on 1 April', examples: ['2025'] }),
})

const day = z.iso.date().meta({ examples: ['2026-03-31'] })

export const yearCertificate = z.object({
  company: z.string().describe('The name of the company'),
  companyId: z.string().describe('The id of the company: a UUID, which is hashed with each event'),
  from: day.describe('The first day of the financial year'),
  to: day.describe('The last day of the financial year'),
  closedUpTo: day.nullable().describe('Up to which day the books are closed; null where they never were'),
  reopened: z.int().describe('How often closed days of the year were opened again'),
  entries: z.int().describe('How many entries are dated in the year and stand, a transfer once'),
  deleted: z.int().describe('How many entries that were dated in the year are deleted'),
  edits: z
    .int()
    .describe(
      'How many changes of entries that were dated in the year before or after the change, also of deleted ones',
    ),
  head: z
    .object({
      position: position.describe('The last event of the log'),
      hash: z.string().describe('The hash of that event, in hex'),
    })
    .describe('Where the log ends'),
  verification: z
    .object({
      verifiedAt: instant.describe('When it was done, in UTC'),
      ok: z.boolean().describe('Whether nothing was wrong'),
      events: position.describe('How many events it verified, from the first on'),
      hash: z.string().describe('The hash of the last event that it verified, in hex'),
      problems: z.array(z.string()).describe('Everything that was wrong, a sentence each'),
    })
    .nullable()
    .describe('The last verification of the whole log; null where there was none'),
  checkpoint: z
    .object({
      size: position.describe('How many events it covers'),
      note: z.string().describe(NOTE),
      signedAt: instant.describe('When it was signed, in UTC'),
    })
    .nullable()
    .describe('The last signed checkpoint; null where there is none yet'),
  verifierKey: z
    .string()
    .nullable()
    .describe('The key of the signer as C2SP signed-note writes it; null where there is none yet'),
})
export type YearCertificate = z.infer<typeof yearCertificate>
