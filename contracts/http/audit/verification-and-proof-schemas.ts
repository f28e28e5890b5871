import { z } from 'zod'
import { pageParams } from '../query-parameters.ts'
import { instant, NOTE, position, wholeNumberParam } from './common-audit-fields.ts'
import { auditEvent } from './event-and-history-schemas.ts'

const VERIFIER_KEY = 'The key of the signer as C2SP signed-note writes it: `<name>+<hash>+<base64>`'

const comparisonResult = z.enum(['equal', 'different', 'not compared'])
export const verificationReport = z
  .object({
    ok: z.boolean().describe('Whether nothing is wrong'),
    events: position.describe('How many events were verified'),
    head: z
      .object({
        position: position.describe('The place of the last event in the log'),
        hash: z.string().describe('The hash of the last event, in hex'),
      })
      .describe('Where the log ends'),
    checkpoint: z
      .object({
        size: position.describe('How many events it covers'),
        root: z.string().describe('The root of the Merkle tree over them, in base64'),
        note: z.string().describe(NOTE),
      })
      .nullable()
      .describe('The last signed checkpoint; null where there is none yet'),
    firstBad: z
      .object({
        position: position.describe('The first event that is not as it was'),
        reason: z.string().describe('The fault of that event'),
      })
      .optional()
      .describe('Where the log stops being sound; left out where it is sound'),
    problems: z.array(z.string()).describe('Everything that is wrong, a sentence each'),
    states: comparisonResult.describe('The states that decisions are made by, beside a replay of the log'),
    projections: z.record(z.string(), comparisonResult).describe('Each read model, beside a replay of the log'),
    bills: comparisonResult.describe(
      'The bytes of bills beside their hashes: read each night and at the terminal, and not here',
    ),
  })
  .describe('The result of a verification of the whole log')

/**
 * The newest checkpoints first, a page at a time. A client that needs all of them follows the `Link` header or uses the
 * export.
 */
export const checkpointsQueryParams = z.strictObject(pageParams)
export const signedCheckpointList = z.array(
  z.object({
    size: position.describe('How many events it covers'),
    note: z.string().describe(NOTE),
    signedAt: instant.describe('When it was signed, in UTC'),
  }),
)

export const checkpointPublicKey = z.object({
  origin: z.string().describe('The first line of every checkpoint: it names the log'),
  verifierKey: z.string().describe(VERIFIER_KEY),
})

/** The data that proves one entry offline: the event, the path from its hash to the root, and the signed root. */
export const inclusionProofAnswer = z.object({
  event: auditEvent,
  companyId: z.string().describe('The id of the company: a UUID, which is hashed with each event'),
  leafIndex: position.describe('The place of the event in the tree, from 0'),
  treeSize: position.describe('How many events the checkpoint covers'),
  inclusion: z.array(z.string()).describe('The hashes from the leaf up to the root, in base64 (RFC 6962)'),
  checkpoint: z.string().describe(NOTE),
  verifierKey: z.string().describe(VERIFIER_KEY),
})
export type InclusionProofAnswer = z.infer<typeof inclusionProofAnswer>

const SMALLER = 'The smaller size, in events'
const LARGER = 'The larger size, in events'

/**
 * Proves that the tree of one size is the beginning of a larger tree (RFC 6962, 2.1.2), in base64, for a browser that
 * stores the root it saw last.
 */
export const consistencyProofAnswer = z.object({
  from: position.describe(SMALLER),
  to: position.describe(LARGER),
  proof: z.array(z.string()).describe('The hashes that show it, in base64'),
})
export const consistencyQueryParams = z.strictObject({
  from: wholeNumberParam.describe(SMALLER),
  to: wholeNumberParam.describe(LARGER),
})

export const verificationResult = z.object({
  what: z.enum(['ledger', 'read_models']).describe('The thing that was verified'),
  verifiedAt: instant.describe('When it was done, in UTC'),
  ok: z.boolean().describe('Whether nothing is wrong'),
  report: z.record(z.string(), z.unknown()).describe('The result, as the verification wrote it'),
})

/**
 * The problems that the last verification of each kind found; `late`: there has been none for too long. An empty list
 * means that all is well.
 */
export const verificationAlarms = z.array(
  z.object({
    what: z
      .enum([...verificationResult.shape.what.options, 'late'])
      .describe('The failed verification; late: no verification'),
    since: instant.describe('When it was found; of a late one, when the last was, in UTC'),
    firstBad: verificationReport.shape.firstBad,
    problems: z.array(z.string()).describe('Everything that is wrong, a sentence each'),
  }),
)
