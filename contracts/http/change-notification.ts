import { z } from 'zod'

/**
 * The kinds of data that changed and that the reader may see. A notification does not identify the owner of the data,
 * the author of the change or the amount.
 */
export const changeKind = z.enum(['balance', 'transactions', 'beneficiaries', 'people', 'questions', 'cashCounts'])
export type ChangeKind = z.infer<typeof changeKind>

/**
 * The data of a `changed` event in the streams for field and office. Every list includes everything up to `position`.
 */
export const changeNotification = z.strictObject({ what: z.array(changeKind).min(1), position: z.int() })
export type ChangeNotification = z.infer<typeof changeNotification>
