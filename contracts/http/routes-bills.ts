import { uploadedBill } from '../bill-schemas.ts'
import { eraseBillBody } from './entry-requests.ts'
import { billId } from './path-parameters.ts'
import type { Route } from './route-type.ts'

/** The paper bills, as files (api.md, Bills). */
export const BILL_ROUTES = {
  uploadBill: {
    method: 'POST',
    path: '/api/bills',
    summary: 'Upload a bill, to be named by an entry within 7 days; the same file again answers 200 with the same id',
    description: 'The body is the file itself, at most 5 MB, known by its bytes. A picture is kept as a JPEG.',
    upload: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
    answer: uploadedBill,
    status: 201,
  },
  bill: {
    method: 'GET',
    path: '/api/bills/:id',
    summary: 'A bill of mine, or of an entry that I may see: the bytes',
    description: 'For its sender and everybody who may see an entry that names it. A PDF comes as an attachment.',
    params: billId,
    media: ['image/jpeg', 'application/pdf'],
    status: 200,
  },
  billThumbnail: {
    method: 'GET',
    path: '/api/bills/:id/thumbnail',
    summary: 'The same, small, for lists; a PDF has none',
    description: 'A JPEG, for the same people as the bill itself.',
    params: billId,
    media: ['image/jpeg'],
    status: 200,
  },
  eraseBill: {
    method: 'DELETE',
    path: '/api/bills/:id',
    summary: 'Take the bytes of a bill away, as a law may ask for. Its hash stays in the log, with who did it and why',
    description: 'For admins only. Entries go on naming the bill; whoever asks for it gets 410.',
    params: billId,
    body: eraseBillBody,
    status: 204,
    command: true,
  },
} as const satisfies Record<string, Route>
