import { z } from 'zod'
import { attachedBillIds } from '../bill-schemas.ts'
import { INVALID_DATE_MESSAGE, isDayOrInstant } from '../dates.ts'
import { ENTRY_TEXT_REQUEST_SHAPE, NARRATION, REFERENCE_OF_REQUEST } from '../entry-text-field-schemas.ts'
import { ENTRY_TEXT_LIMITS } from '../entry-text-fields.ts'
import { AMOUNT_TOO_LARGE_MESSAGE, amountSchema, TOO_MANY_DECIMALS_MESSAGE } from '../money.ts'
import { DEFAULT_SEND_MONEY_MODE, PAYMENT_MODE_DESCRIPTION, paymentMode, TRANSFER_MODES } from '../payment-modes.ts'
import { parsePublicId } from '../public-account-id.ts'
import type { FieldRole } from '../roles.ts'
import { requiredMultilineText, requiredText, TEXT_LIMITS } from '../text/text-schemas.ts'

/**
 * The request bodies of §7 about money and bills, with the rules of §5. The fields are in the order in which §5 checks
 * them, because the first broken rule gives the answer its message. The web app checks its forms with the same schemas.
 */

const INVALID_AMOUNT_MESSAGE = 'Please enter a valid amount greater than 0'

/** An existing day or instant. `parseEntryDate`, which knows the time, refuses one in the future. */
const entryDate = z
  .string()
  .max(40)
  .refine(isDayOrInstant, INVALID_DATE_MESSAGE)
  .optional()
  .meta({
    description:
      'When it happened: `YYYY-MM-DD` (a day in Asia/Kolkata) or ISO 8601 with an offset; left out means now',
    examples: ['2026-04-01', '2026-04-01T12:00:00+05:30'],
  })

/**
 * api.md, Two times of the phone's: any time is accepted, even 1970. It is stored as sent, and no decision depends on
 * it.
 */
export const enteredAt = z.iso
  .datetime({ offset: true, error: 'The time of entry must be written as ISO 8601' })
  .max(40)
  .optional()
  .meta({
    description: "When it was entered, by the phone's own clock: ISO 8601 with an offset",
    examples: ['2026-04-01T10:03:00+05:30'],
  })

/** The public id of an account of a role. The ledger checks that the account exists. */
const publicIdOfRole = (fieldRole: FieldRole, message: string) =>
  z.string({ error: message }).refine((id) => parsePublicId(id)?.role === fieldRole, message)

/** §5, Expense form. The admin's credit body has the same fields (§7). */
const entryBody = z.strictObject({
  /** Any text is accepted here; the route refuses a wrong kind as not allowed (403), not as invalid. */
  type: z.string().max(40).optional().describe('The kind of the entry; another one is refused with 403'),
  amount: amountSchema({ required: 'Amount is required', invalid: 'Amount must be a positive number' }),
  recipient: requiredText('Recipient is required', TEXT_LIMITS.recipient).describe(
    'The beneficiary that is paid; of a credit, the account that receives it',
  ),
  ...ENTRY_TEXT_REQUEST_SHAPE,
  date: entryDate,
  bills: attachedBillIds,
})

export const expenseBody = entryBody.extend({ enteredAt })

/** A DELETE needs no body; a request that was made in the field may give its time of entry. */
export const deletionBody = z.strictObject({ enteredAt }).optional()

/**
 * A credit that the admin records (§7: the expense body). The account is `userId`; without it, the one that `recipient`
 * names.
 */
export const creditBody = entryBody.extend({
  userId: z.string().max(100).optional().describe('The public id of the account that receives it'),
})

/** The longest reason for an edit or a deletion, in UTF-16 code units (api.md, The office's desk). */
export const MAX_CHANGE_REASON_LENGTH = 200

const changeReason = requiredText('Please give a reason', MAX_CHANGE_REASON_LENGTH)
const optionalChangeReason = changeReason.optional().meta({
  description: 'Why the office changes or deletes the entry; it stays in the history',
  examples: ['Sent twice'],
})

/** Head office's edit of a credit, or of both sides of a transfer. */
export const editCreditBody = creditBody.extend({ reason: optionalChangeReason })
/** The same as head office's form sends it: with a reason. */
export const editCreditForm = editCreditBody.extend({ reason: changeReason })

/** Head office's deletion. A client that gives no reason needs no body. */
export const deleteCreditBody = z.strictObject({ reason: optionalChangeReason }).optional()

/** The same as head office's form sends it: with a reason. */
export const deleteCreditForm = z.strictObject({ reason: changeReason })

const RECEIVER = 'The public id of the account that receives the money'

/** §5, Send money (admin). */
export const sendMoneyBody = z.strictObject({
  siteInchargeId: publicIdOfRole('site_incharge', 'Please select a site incharge').describe(RECEIVER),
  amount: amountSchema({ required: INVALID_AMOUNT_MESSAGE, invalid: INVALID_AMOUNT_MESSAGE }),
  paymentMode: z
    .enum(paymentMode.options, { error: 'Please select a payment mode' })
    .default(DEFAULT_SEND_MONEY_MODE)
    .describe(PAYMENT_MODE_DESCRIPTION),
  narration: requiredMultilineText(
    'Please provide a purpose for the money transfer',
    ENTRY_TEXT_LIMITS.narration,
  ).describe(NARRATION),
  reference: REFERENCE_OF_REQUEST,
  date: entryDate,
  bills: attachedBillIds,
})

/** §5: some sentences of a transfer have titles of their own. */
export const TRANSFER_ERROR_TITLES = {
  'Please select a supervisor': 'Missing Information',
  [INVALID_AMOUNT_MESSAGE]: 'Invalid Amount',
  [TOO_MANY_DECIMALS_MESSAGE]: 'Invalid Amount',
  [AMOUNT_TOO_LARGE_MESSAGE]: 'Invalid Amount',
  'Please select a payment mode': 'Missing Information',
  'Please provide a narration for the transfer': 'Missing Information',
}

/** §5, Transfer to supervisor. The ledger checks that the balance is sufficient. */
export const transferBody = z.strictObject({
  toUserId: publicIdOfRole('supervisor', 'Please select a supervisor').describe(RECEIVER),
  amount: amountSchema({ required: INVALID_AMOUNT_MESSAGE, invalid: INVALID_AMOUNT_MESSAGE }),
  paymentMode: z.enum(TRANSFER_MODES, { error: 'Please select a payment mode' }).describe(PAYMENT_MODE_DESCRIPTION),
  narration: requiredMultilineText('Please provide a narration for the transfer', ENTRY_TEXT_LIMITS.narration).describe(
    NARRATION,
  ),
  reference: REFERENCE_OF_REQUEST,
  date: entryDate,
})

export const eraseBillBody = z.strictObject({
  reason: requiredMultilineText('Please say why the bill is erased', ENTRY_TEXT_LIMITS.narration).describe(
    'The reason; it stays in the log',
  ),
})
