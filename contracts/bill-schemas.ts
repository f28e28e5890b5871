import { z } from 'zod'

/** The paper that proves an entry, as a photo or a PDF (api.md, Bills). */

const MAX_BILLS_PER_ENTRY = 5
/** 5 MB, measured as uploaded. */
export const MAX_BILL_BYTES = 5 * 1024 * 1024
export const ATTACH_AGAIN_MESSAGE = 'Please attach the bill again'
export const TRANSFER_TAKES_NO_BILL_MESSAGE = 'A transfer takes no bill'

/** SHA-256 of the stored bytes, in lower-case hex. */
const billId = z.string().regex(/^[0-9a-f]{64}$/)

/** A bill as events and rows refer to it. */
export const bill = z.strictObject({
  id: billId.describe('The SHA-256 of the bytes that are kept, in lower-case hex'),
  type: z.enum(['image/jpeg', 'application/pdf']).describe('The media type; every picture is kept as a JPEG'),
  width: z.int().positive().nullable().describe('In pixels; null for a PDF'),
  height: z.int().positive().nullable().describe('In pixels; null for a PDF'),
})
export type Bill = z.infer<typeof bill>

/** The answer to an upload. */
export const uploadedBill = z
  .object({ ...bill.shape, bytes: z.int().describe('How large the kept file is, in bytes') })
  .describe('A bill as it is kept')
export type UploadedBill = z.infer<typeof uploadedBill>

/**
 * In a request body: the ids that the uploads returned. Duplicates count once. An edit that omits the field leaves the
 * bills unchanged.
 */
export const attachedBillIds = z
  .array(z.string({ error: ATTACH_AGAIN_MESSAGE }).regex(/^[0-9a-f]{64}$/, ATTACH_AGAIN_MESSAGE), {
    error: ATTACH_AGAIN_MESSAGE,
  })
  .max(MAX_BILLS_PER_ENTRY, `Please attach at most ${MAX_BILLS_PER_ENTRY} bills`)
  .transform((ids) => [...new Set(ids)])
  .optional()
  .meta({ description: 'Ids that POST /api/bills answered; left out of an edit, the bills stay as they were' })

export const isBillId = (text: string) => billId.safeParse(text).success
