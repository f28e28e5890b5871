import type { Day } from '@ledger/contracts/dates.ts'
import { DEFAULT_SEND_MONEY_MODE, type PaymentMode } from '@ledger/contracts/payment-modes.ts'

/** The form of §2, Send Money to Site Incharge, as it is typed. */
export type SendMoneyFields = {
  siteInchargeId: string
  amount: string
  paymentMode: PaymentMode
  narration: string
  reference: string
  /** The day of the payment. */
  date: string
}

/** @param date today */
export function blankSendMoney(date: Day): SendMoneyFields {
  return { siteInchargeId: '', amount: '', paymentMode: DEFAULT_SEND_MONEY_MODE, narration: '', reference: '', date }
}
