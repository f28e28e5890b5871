import { z } from 'zod'

export const PAYMENT_MODES = ['cash', 'upi', 'bank_transfer', 'cheque'] as const
/** §9: transfers between people on a site do not allow cheques. */
export const TRANSFER_MODES = ['cash', 'bank_transfer', 'upi'] as const

export const paymentMode = z.enum(PAYMENT_MODES)

/** The description of the field in the API's document. */
export const PAYMENT_MODE_DESCRIPTION = 'How the money was handed over'
export type PaymentMode = z.infer<typeof paymentMode>

export const DEFAULT_EXPENSE_MODE: PaymentMode = 'cash'
export const DEFAULT_SEND_MONEY_MODE: PaymentMode = 'bank_transfer'
