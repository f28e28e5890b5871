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

/** So long a browser may show what it has without asking again, also a bill that was erased since. */
const FRESH_MS = 24 * 3_600_000

/** Paper bills: uploaded before the entry that names them, looked at by whoever may see that entry, erased where a law asks for it. */
export async function registerBills(app: FastifyInstance, service: Service): Promise<void> {
  const route = routes(app, service)
  const { db, companyId } = service
  // A store of objects that is slow keeps one connection of the pool, and not all of them.
  const keepInTurn = inTurn()

  // Files come in a scope of their own: everywhere else a body is JSON.
  await app.register(async (files) => {
    files.removeAllContentTypeParsers()
    const options = { parseAs: 'buffer', bodyLimit: MAX_BILL_BYTES } as const
    // Whatever the header says, or fails to say.
    files.addHook('onRequest', async ({ headers }) => {
      headers['content-type'] = 'application/octet-stream'
    })
    files.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    // What is thrown here goes on to the handler of everything else.
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
      // The event stands: where the store is away just now, it is asked again each hour (bills/clear-away.ts).
      afterwards: () =>
        removeErased(db, companyId, service.billContents).catch((err: unknown) =>
          request.log.error({ err }, 'the bytes of an erased bill could not be removed yet'),
        ),
    })
  })
}

/** @throws TurnedAway no_bill, bill_unreadable or bill_excessive; NotRead where nothing could be found out; Gone where the sender is gone */
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

/** Aborted when nobody waits for the answer any more: its place is free then (at-once.ts), so its picture may not stay in the queue. */
function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  onceOver(reply, () => gone.abort(new Gone()))
  return gone.signal
}

/** The bill of an address. @throws TurnedAway not_found where there is none for this asker, bill_erased where there was one */
async function findSeen(service: Service, { params, request, reply }: Call<'bill' | 'billThumbnail'>) {
  const { db, companyId } = service
  const bill = isBillId(params.id) ? await findBill(db, companyId, params.id) : undefined
  if (!bill || !(await maySee(service, reply, askerOf(request), bill.bill_id))) throw new TurnedAway('not_found')
  if (bill.erased_at !== null) throw new TurnedAway('bill_erased')
  return bill
}

/** Who uploaded it, and whoever may see an entry that names it. */
async function maySee({ db, companyId, freshness }: Service, reply: FastifyReply, asker: SignedIn, id: string) {
  const { accountId, role } = asker
  if (await hasUploaded(db, companyId, id, accountId)) return true
  sayLag(reply, await freshness.wait('bills'))
  return isNamedFor(db, companyId, id, FIELD_ROLES.includes(role) ? accountId : undefined)
}

/** The first part has been read when the answer begins: what is not there is a failure, and no answer that is broken off. */
async function begun(parts: AsyncGenerator<Buffer>): Promise<Readable> {
  const first = await parts.next()
  async function* all() {
    if (!first.done) yield first.value
    yield* parts
  }
  return Readable.from(all())
}

/** A page of its own it may never be, whatever a browser makes of it; it never changes, so a browser that has it need not ask again. */
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
