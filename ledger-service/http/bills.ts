import { Readable } from 'node:stream'
import { removeErased } from '@ledger/bills/clear-away.ts'
import { inTurn } from '@ledger/bills/in-turn.ts'
import {
  Erased,
  eraseStatements,
  findBill,
  hasUploaded,
  keepBill,
  type TakenIn,
  thumbnailOf,
} from '@ledger/bills/kept.ts'
import { Excessive, Unreadable } from '@ledger/bills/pictures.ts'
import { isWholePdf, recognise } from '@ledger/bills/recognise.ts'
import { isBillId, MAX_BILL_BYTES } from '@ledger/contracts/bills.ts'
import { FIELD_ROLES } from '@ledger/contracts/roles.ts'
import { isNamedFor } from '@ledger/projections/bills.ts'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { SignedIn } from '../access/sessions.ts'
import { send } from './command.ts'
import { Gone, TurnedAway } from './errors.ts'
import { sayLag } from './lists.ts'
import { onceOver } from './once-over.ts'
import { type Call, routes } from './route.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'

/** A browser may show its cached copy for this time without a new request, also of a bill that was erased since. */
const FRESH_MS = 24 * 3_600_000

/**
 * Registers the routes of paper bills: uploaded before the entry that names them, visible to the users who may see that
 * entry, erased where a law requires it.
 */
export async function registerBills(app: FastifyInstance, service: Service): Promise<void> {
  const route = routes(app, service)
  const { db, companyId } = service
  // A slow object store occupies one connection of the pool, and not all of them.
  const keepInTurn = inTurn()

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
      throw error.statusCode === 413 ? new TurnedAway('bill_too_large') : error
    })
    routes(files, service)('uploadBill', async ({ request, reply }) => {
      const file = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const taken = await takeIn(service, reply, file)
      const { accountId } = askerOf(request)
      try {
        const { bill, isNew } = await keepInTurn(() => keepBill(db, companyId, service.billContents, accountId, taken))
        reply.code(isNew ? 201 : 200)
        return bill
      } catch (error) {
        throw error instanceof Erased ? new TurnedAway('bill_erased') : error
      }
    })
  })

  route('bill', async (call) => {
    const { bill_id: id, type, bytes, kept_in: keptIn } = await findSeen(service, call)
    if (keptIn === null) throw new TurnedAway('bill_erased')
    const { reply } = call
    if (type === 'application/pdf')
      reply.header('content-disposition', `attachment; filename="bill-${id.slice(0, 8)}.pdf"`)
    return sendBytes(reply, type, id, bytes, await begun(service.billContents.of(keptIn).read(db, id)))
  })

  route('billThumbnail', async (call) => {
    const { bill_id: id } = await findSeen(service, call)
    const thumbnail = await thumbnailOf(db, companyId, id)
    if (thumbnail === null) throw new TurnedAway('not_found')
    return sendBytes(call.reply, 'image/jpeg', `${id}-small`, thumbnail.length, Readable.from([thumbnail]))
  })

  route('eraseBill', async ({ params, body, request, reply }) => {
    const bill = isBillId(params.id) ? await findBill(db, companyId, params.id) : undefined
    if (!bill) throw new TurnedAway('not_found')
    if (bill.erased_at !== null) throw new TurnedAway('bill_erased')
    const { bill_id: id } = bill
    return send(service, request, reply, {
      command: { type: 'EraseBill', bill: id, reason: body.reason },
      body,
      answer: () => ({ status: 204, body: '' }),
      alongside: eraseStatements(companyId, id, service.clock()),
      // The event is recorded: where the store is unavailable, a later run tries again each hour (bills/clear-away.ts).
      afterwards: () =>
        removeErased(db, companyId, service.billContents).catch((err: unknown) =>
          request.log.error({ err }, 'the bytes of an erased bill could not be removed yet'),
        ),
    })
  })
}

/**
 * @throws TurnedAway no_bill, bill_unreadable or bill_excessive; NotRead where the file could not be examined; Gone
 * where the sender has disconnected
 */
async function takeIn({ pictures, companyId }: Service, reply: FastifyReply, file: Buffer): Promise<TakenIn> {
  switch (recognise(file)) {
    case 'pdf':
      if (!isWholePdf(file)) throw new TurnedAway('bill_unreadable')
      return { type: 'application/pdf', content: file, width: null, height: null, thumbnail: null }
    case 'picture':
      try {
        const signal = signalOf(reply)
        return { type: 'image/jpeg', ...(await pictures.take(file, { companyId, signal })) }
      } catch (error) {
        if (error instanceof Excessive) throw new TurnedAway('bill_excessive')
        throw error instanceof Unreadable ? new TurnedAway('bill_unreadable') : error
      }
    case undefined:
      throw new TurnedAway('no_bill')
  }
}

/**
 * Returns a signal that aborts when the client disconnects: its slot is free then (at-once.ts), so its picture may not
 * stay in the queue.
 */
function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  onceOver(reply, () => gone.abort(new Gone()))
  return gone.signal
}

/**
 * Returns the bill of an address.
 * @throws TurnedAway not_found where there is none for this user, bill_erased where it was erased
 */
async function findSeen(service: Service, { params, request, reply }: Call<'bill' | 'billThumbnail'>) {
  const { db, companyId } = service
  const bill = isBillId(params.id) ? await findBill(db, companyId, params.id) : undefined
  if (!bill || !(await maySee(service, reply, askerOf(request), bill.bill_id))) throw new TurnedAway('not_found')
  if (bill.erased_at !== null) throw new TurnedAway('bill_erased')
  return bill
}

/** Returns whether a user may see a bill: the uploader, and every user who may see an entry that names it. */
async function maySee({ db, companyId, freshness }: Service, reply: FastifyReply, asker: SignedIn, id: string) {
  const { accountId, role } = asker
  if (await hasUploaded(db, companyId, id, accountId)) return true
  sayLag(reply, await freshness.wait('bills'))
  return isNamedFor(db, companyId, id, FIELD_ROLES.includes(role) ? accountId : undefined)
}

/** Returns the stream after its first part was read: a missing file is then an error answer, and not an aborted one. */
async function begun(parts: AsyncGenerator<Buffer>): Promise<Readable> {
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
function sendBytes(reply: FastifyReply, type: string, name: string, bytes: number, content: Readable): FastifyReply {
  return reply
    .headers({
      'cache-control': 'private, immutable',
      expires: new Date(Date.now() + FRESH_MS).toUTCString(),
      etag: `"${name}"`,
      'content-security-policy': 'sandbox',
      'content-length': bytes,
    })
    .type(type)
    .send(content)
}
