import type { Route } from '../route-type.ts'
import {
  setTallyMapBody,
  tallyExportParams,
  tallyExports,
  tallyFileQueryParams,
  tallyMapAnswer,
  tallyMapQueryParams,
} from './tally-schemas.ts'

const FILE_MEDIA = ['application/xml', 'text/csv', 'text/event-stream'] as const

/** The calls that map this ledger to Tally, and make the files for it. */
export const TALLY_ROUTES = {
  tallyMap: {
    method: 'GET',
    path: '/api/admin/tally/map',
    summary: 'The ledgers in Tally that the entries of a period need, and what has none',
    description: 'It is folded from the log, so it is as new as the log.',
    query: tallyMapQueryParams,
    answer: tallyMapAnswer,
    status: 200,
  },
  setTallyMap: {
    method: 'PUT',
    path: '/api/admin/tally/map',
    summary: 'Change lines of the map to Tally',
    description: 'Only lines of the body change. The change is an event with the lines before and after.',
    body: setTallyMapBody,
    status: 204,
    command: true,
  },
  tallyFile: {
    method: 'GET',
    path: '/api/admin/tally',
    summary: 'The vouchers of a period as tally.xml, or the same lines as a CSV',
    description:
      'Masters and vouchers. A voucher has the id of its entry, so a second import alters it and does not double it: what changed since an earlier file says Alter, what was deleted Cancel. While something has no ledger it is refused with 422, and `issues` names each. The export is an event of the log. With `Accept: text/event-stream` progress comes first.',
    query: tallyFileQueryParams,
    media: FILE_MEDIA,
    status: 200,
  },
  tallyExports: {
    method: 'GET',
    path: '/api/admin/tally/exports',
    summary: 'Every file that was made for Tally, the newest first',
    description: 'Each says who made it, its days, the part of the log that it covers, and its hash.',
    answer: tallyExports,
    status: 200,
  },
  tallyExportAgain: {
    method: 'GET',
    path: '/api/admin/tally/exports/:id/file',
    summary: 'A file of that list again, byte for byte',
    description:
      'It is made of the log as it was, and is sent only if its hash is that of the first time, else 409. Taking it again is an event of the log.',
    params: tallyExportParams,
    media: FILE_MEDIA,
    status: 200,
  },
} as const satisfies Record<string, Route>
