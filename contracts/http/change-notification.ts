import { z } from 'zod'

/** What of the things that a reader may see has changed: never whose it is, by whom or by how much. */
export const changeKind = z.enum(['balance', 'transactions', 'beneficiaries', 'people'])
export type ChangeKind = z.infer<typeof changeKind>

/** The data of a `changed` event of the streams for field and office; every list shows everything up to `position`. */
export const changeNotification = z.strictObject({ what: z.array(changeKind).min(1), position: z.int() })
export type ChangeNotification = z.infer<typeof changeNotification>
