import { z } from 'zod'
import type { BilingualLabel } from './labels/bilingual-label.ts'

/** The read models, as checkpoints, rebuilds and verifications name them, and as auditors read their names. */
export const PROJECTION_LABELS = {
  balances: { en: 'Balances', hi: 'शेष' },
  ledger: { en: 'Transactions', hi: 'लेन-देन' },
  beneficiaries: { en: 'Beneficiaries', hi: 'पार्टियाँ' },
  directory: { en: 'People', hi: 'लोग' },
  activity: { en: 'Events', hi: 'गतिविधियाँ' },
  sums: { en: 'Totals', hi: 'कुल राशियाँ' },
  counts: { en: 'Numbers of events', hi: 'गतिविधियों की गिनती' },
  bills: { en: 'Bills', hi: 'बिल' },
  worklists: { en: 'Worklists', hi: 'काम की सूचियाँ' },
  words: { en: 'Words of searches', hi: 'खोज के शब्द' },
  questions: { en: 'Questions', hi: 'सवाल' },
  vouchers: { en: 'Voucher numbers', hi: 'वाउचर नंबर' },
  cashCounts: { en: 'Cash counts', hi: 'नकद की गिनती' },
  purposes: { en: 'Purposes and budgets', hi: 'किस लिए और बजट' },
} satisfies Record<string, BilingualLabel>
export type ProjectionName = keyof typeof PROJECTION_LABELS

export const projectionName = z.enum(Object.keys(PROJECTION_LABELS) as ProjectionName[], {
  error: 'There is no such projection',
})
