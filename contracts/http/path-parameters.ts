import { z } from 'zod'

/** An id in a path. A malformed id answers like an absent one (404), except if it is not a text (400). */
const idOf = (description: string, example: string) =>
  z.strictObject({ id: z.string().meta({ description, examples: [example] }) })

export const siteUserId = idOf('The public id of a site incharge', 'site_9876543210')
export const supervisorId = idOf('The public id of a supervisor', 'supervisor_9876501234')
export const fieldUserId = idOf('The public id of a site incharge or supervisor', 'site_9876543210')
export const officeUserId = idOf('The id of a person of head office', '0198c0de-7b1a-7c3e-9f00-2a1b3c4d5e6f')
export const auditorId = idOf('The id of an auditor', '0198c0de-7b1a-7c3e-9f00-2a1b3c4d5e6f')
export const transactionId = idOf('The id of a transaction', '0198c0de-7b1a-7c3e-9f00-5b1e2d3c4f5a')
export const questionId = idOf('The id of a question', '0198c0de-7b1a-7c3e-9f00-7d1e2f3a4b5c')
export const billId = idOf(
  'The id that the upload answered: the SHA-256 of the kept bytes, in hex',
  '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9',
)
export const accountOfLedger = idOf(
  'The public id of a site incharge or supervisor, the id of a beneficiary, or `head_office`',
  'site_9876543210',
)
export const beneficiaryOfPath = idOf('The id of a beneficiary', 'b:sharma traders')
