import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'

// The router needs these before any screen is there, and the contract's schemas are 26 kB, so the names stand here.
const MODES: Readonly<Record<PaymentMode, true>> = { cash: true, upi: true, bank_transfer: true, cheque: true }

export const isPaymentMode = (value: unknown): value is PaymentMode =>
  typeof value === 'string' && Object.hasOwn(MODES, value)
