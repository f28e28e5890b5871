import { Readable } from 'node:stream'
import {
  type AcceptedBillFile,
  BillAlreadyErased,
  eraseBillStatements,
  findBill,
  hasUploadedBill,
  readThumbnail,
  storeBill,
} from '@ledger/bills/bill-records.ts'
import { deleteErasedBillContents } from '@ledger/bills/delete-unused-and-erased-bills.ts'
import { ExcessiveImage, UnreadableImage } from '@ledger/bills/image-worker-client.ts'
import { detectFileKind } from '@ledger/contracts/bill-files/detect-file-kind.ts'
import { pdfRefusalReason } from '@ledger/contracts/bill-files/pdf-refusal-reason.ts'
import { isBillId, MAX_BILL_BYTES } from '@ledger/contracts/bill-schemas.ts'
import { DAY_MS } from '@ledger/contracts/dates.ts'
import { FIELD_ROLES } from '@ledger/contracts/roles.ts'
import { openFairQueue } from '@ledger/database/concurrency/fair-queue.ts'
import { isBillVisibleTo } from '@ledger/projections/queries/bill-visibility.ts'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { CurrentUser } from '../../access/session-store.ts'
import { cachePerCompany } from '../cache-per-company.ts'
import { dispatchCommand } from '../command-handler.ts'
import type { CompanyContext } from '../company-context.ts'
import { type RouteCall, routeDefiner } from '../define-route.ts'
import { ClientGone, HttpRefusal } from '../errors.ts'
import { currentUser } from '../plugins/session.ts'
import { onResponseClosed } from '../responses/on-response-closed.ts'
import { setLagHeader } from '../responses/pagination-and-lag-headers.ts'

/** A slow object store occupies one connection of the pool for each company, and not all of them. */
const storing = cachePerCompany(() => openFairQueue(1))

/** A browser may show its cached copy for this time without a new request, also of a bill that was erased since. */
const BILL_CACHE_MS = DAY_MS

/**
 * Registers the routes of paper bills: uploaded before the entry that names them, visible to the users who may see that
 * entry, erased where a law requires it.
 */
export async function registerBillRoutes(app: FastifyInstance): Promise<void> {
  const route = routeDefiner(app)

  // Files are parsed in a scope of their own: everywhere else a body is JSON.
  await app.register(async (files) => {
    files.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: MAX_BILL_BYTES } as const
    // The upload is parsed as bytes with any content type, or none.
    files.addHook('onRequest', async ({ headers }) => {
      headers['content-type'] = 'application/octet-stream'
    })
    files.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    // Errors thrown here reach the common error handler.
    files.setErrorHandler((error: FastifyError) => {
      throw error.statusCode === 413 ? new HttpRefusal('bill_too_large') : error
    })
    routeDefiner(files)('uploadBill', async ({ company, request, reply }) => {
      const { db, companyId, billStore } = company
      const file = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const taken = await readUploadedBill(company, reply, file)
      const { accountId } = currentUser(request)
      try {
        const store = () => storeBill(db, companyId, billStore, accountId, taken)
        const { bill, isNew } = await storing(company).run(companyId, store)
        reply.code(isNew ? 201 : 200)
        return bill
      } catch (error) {
        throw error instanceof BillAlreadyErased ? new HttpRefusal('bill_erased') : error
      }
    })
  })

  route('bill', async (call) => {
    const { company } = call
    const { db } = company
    const { bill_id: id, type, bytes, kept_in: location } = await findVisibleBill(company, call)
    if (location === null) throw new HttpRefusal('bill_erased')
    const { reply } = call
    if (type === 'application/pdf')
      reply.header('content-disposition', `attachment; filename="bill-${id.slice(0, 8)}.pdf"`)
    return sendBillContent(reply, type, id, bytes, await startReading(company.billStore.storeAt(location).read(db, id)))
  })

  route('billThumbnail', async (call) => {
    const { company } = call
    const { db, companyId } = company
    const { bill_id: id } = await findVisibleBill(company, call)
    const thumbnail = await readThumbnail(db, companyId, id)
    if (thumbnail === null) throw new HttpRefusal('not_found')
    return sendBillContent(call.reply, 'image/jpeg', `${id}-small`, thumbnail.length, Readable.from([thumbnail]))
  })

  route('eraseBill', async ({ company, params, body, request, reply }) => {
    const { db, companyId } = company
    const bill = isBillId(params.id) ? await findBill(db, companyId, params.id) : undefined
    if (!bill) throw new HttpRefusal('not_found')
    if (bill.erased_at !== null) throw new HttpRefusal('bill_erased')
    const { bill_id: id } = bill
    return dispatchCommand(company, request, reply, {
      command: { type: 'EraseBill', bill: id, reason: body.reason },
      body,
      answer: () => ({ status: 204, body: '' }),
      sideStatements: eraseBillStatements(companyId, id, company.clock()),
      // The erasure is recorded. If the store is unavailable, a later run tries again each hour
      // (bills/delete-unused-and-erased-bills.ts).
      afterCommit: () =>
        deleteErasedBillContents(db, companyId, company.billStore).catch((err: unknown) =>
          request.log.error({ err }, 'the bytes of an erased bill could not be removed yet'),
        ),
    })
  })
}

/**
 * @throws HttpRefusal no_bill, bill_unreadable, bill_locked or bill_excessive; ImageProcessingFailed if the file could
 *   not be examined; ClientGone if the client has disconnected
 */
async function readUploadedBill(
  { imageWorker, companyId }: CompanyContext,
  reply: FastifyReply,
  file: Buffer,
): Promise<AcceptedBillFile> {
  switch (detectFileKind(file)) {
    case 'pdf': {
      const refusal = await pdfRefusalReason(file)
      if (refusal !== undefined) throw new HttpRefusal(`bill_${refusal}`)
      return { type: 'application/pdf', content: file, width: null, height: null, thumbnail: null }
    }
    case 'picture':
      try {
        const signal = signalOf(reply)
        return { type: 'image/jpeg', ...(await imageWorker.process(file, { companyId, signal })) }
      } catch (error) {
        if (error instanceof ExcessiveImage) throw new HttpRefusal('bill_excessive')
        throw error instanceof UnreadableImage ? new HttpRefusal('bill_unreadable') : error
      }
    case undefined:
      throw new HttpRefusal('no_bill')
  }
}

/**
 * Returns a signal that aborts when the client disconnects: its slot is free then (concurrency-limits.ts), so its
 * picture may not stay in the queue.
 */
function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  onResponseClosed(reply, () => gone.abort(new ClientGone()))
  return gone.signal
}

/**
 * Returns the bill of an address.
 * @throws HttpRefusal not_found where there is none for this user, bill_erased where it was erased
 */
async function findVisibleBill(
  company: CompanyContext,
  { params, request, reply }: RouteCall<'bill' | 'billThumbnail'>,
) {
  const { db, companyId } = company
  const bill = isBillId(params.id) ? await findBill(db, companyId, params.id) : undefined
  if (!bill || !(await maySeeBill(company, reply, currentUser(request), bill.bill_id)))
    throw new HttpRefusal('not_found')
  if (bill.erased_at !== null) throw new HttpRefusal('bill_erased')
  return bill
}

/** Returns whether a user may see a bill: the uploader, and every user who may see an entry that names it. */
async function maySeeBill(
  { db, companyId, freshness }: CompanyContext,
  reply: FastifyReply,
  asker: CurrentUser,
  id: string,
) {
  const { accountId, role } = asker
  if (await hasUploadedBill(db, companyId, id, accountId)) return true
  const lag = await freshness.waitUntilCurrent('bills')
  const isVisible = await isBillVisibleTo(db, companyId, id, FIELD_ROLES.includes(role) ? accountId : undefined)
  // The bytes of a bill are never behind, and a browser stores them.
  if (!isVisible) setLagHeader(reply, lag)
  return isVisible
}

/** Returns the stream after its first part was read: a missing file is then an error answer, and not an aborted one. */
async function startReading(parts: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await parts.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* parts
  }
  return Readable.from(all())
}

/**
 * Sends the bytes of a bill. A browser must never show it as a page of its own; it never changes, so a browser that has
 * it need not ask again.
 */
function sendBillContent(
  reply: FastifyReply,
  type: string,
  name: string,
  bytes: number,
  content: Readable,
): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, immutable',
      expires: new Date(Date.now() + BILL_CACHE_MS).toUTCString(),
      etag: `"${name}"`,
      'content-security-policy': 'sandbox',
      'content-length': bytes,
    })
    .type(type)
    .send(content)
}
