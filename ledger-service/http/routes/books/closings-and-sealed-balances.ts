import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf } from '@ledger/contracts/dates.ts'
import type {
  BooksAnswer,
  SealedClosing,
  SealingClosing,
} from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { listFieldUsersNotSeen, readClosingCounts } from '@ledger/projections/queries/closing-checklist.ts'
import { LEDGER_PROJECTIONS } from '@ledger/projections/queries/read-at-one-state.ts'
import { WORKLIST_PROJECTIONS, worklistContext } from '@ledger/projections/queries/worklists/worklist-conditions.ts'
import { readOfficeLimits } from '@ledger/projections/read-models/worklists/office-limits.ts'
import type { FastifyInstance } from 'fastify'
import { closedUpTo, nextDayToClose } from '../../../domain/closings/closings-state.ts'
import { closingsAfter, readClosingEvents } from '../../../proof/seals/closings-of-log.ts'
import { proveSealedBalance } from '../../../proof/seals/prove-sealed-balance.ts'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import type { CompanyContext } from '../../company-context.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { resolveAccountId } from '../../requests/resolve-account-id.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { proverOf } from '../audit/company-prover.ts'

/** A closing that is sealed within this time is answered with its seal; else the client asks again (api.md, Books). */
const SEAL_ANSWER_MS = 5000
/** The names that the checklist gives of people who were not seen. */
const MAX_NAMES = 20

/** Registers the calls that close the books, open them again, and prove a sealed balance. */
export function registerBookRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('books', async ({ company, query, reply }) => {
    const { officeDb: db, companyId, freshness, clock, sealing } = company
    setLagHeader(reply, await freshness.waitUntilCurrent(...WORKLIST_PROJECTIONS, ...LEDGER_PROJECTIONS))
    const events = await readClosingEvents(db, companyId)
    const holding = closingsAfter(events)
    // A run that a crash has ended is begun again.
    if (holding.some(({ isSealed }) => !isSealed)) void sealing.sealAll()
    const after = closedUpTo(holding)
    const upTo = query.upTo ?? nextDayToClose(after, dayOf(clock()))
    const limits = await readOfficeLimits(db, companyId)
    const [counts, notSeen] = await Promise.all([
      readClosingCounts(db, worklistContext(companyId, limits, clock()), { after, upTo }),
      listFieldUsersNotSeen(db, companyId, upTo),
    ])
    return {
      closedUpTo: after,
      closings: listClosings(events, company),
      checklist: { upTo, ...counts, phonesNotSeen: notSeen.length, notSeen: notSeen.slice(0, MAX_NAMES) },
    }
  })

  route('closeBooks', async ({ company, body, request, reply }) =>
    dispatchCommand(company, request, reply, {
      command: { type: 'CloseBooks', upTo: body.upTo },
      body,
      answer: ({ events }) => {
        // An accepted closing is always an event.
        const position = events[0]?.position ?? 0
        return jsonAnswer(202, { upTo: body.upTo, position, state: 'sealing' } satisfies SealingClosing)
      },
      laterAnswer: async ({ status, body: text }) => {
        if (status !== 202) return undefined
        const { position }: SealingClosing = JSON.parse(text)
        // A seal that fails is reported by the sealing, and made by the next call.
        await Promise.race([company.sealing.sealAll(), sleep(SEAL_ANSWER_MS, undefined, { ref: false })])
        const sealed = await findSeal(company, position).catch(() => undefined)
        return sealed && jsonAnswer(201, sealed)
      },
    }),
  )

  route('reopenBooks', async ({ company, body, request, reply }) =>
    dispatchCommand(company, request, reply, {
      command: { type: 'ReopenBooks', ...body },
      body,
      answer: ({ events: [event] }) =>
        jsonAnswer(200, { closedUpTo: event?.type === 'BooksReopened' ? event.data.after : null }),
    }),
  )

  route('sealedBalance', async ({ company, params, query: { upTo, entries }, request, reply }) => {
    const { officeDb: db, companyId, sealing, streams } = company
    const account = (await resolveAccountId(company, params.id)) ?? params.id
    const signal = streams.signalWhileConnected({ request, reply })
    const prover = proverOf(company)
    const proof = await proveSealedBalance(
      { db, companyId, sealing, prover },
      { account, upTo, withEntries: entries === 'true' },
      { signal },
    )
    if (typeof proof === 'string') throw new HttpRefusal(proof)
    return proof
  })
}

/** Returns every closing that there ever was, the newest first, with its seal and what took it back. */
function listClosings(
  events: Awaited<ReturnType<typeof readClosingEvents>>,
  { sealing }: CompanyContext,
): BooksAnswer['closings'] {
  return events
    .flatMap((event) => {
      if (event.type !== 'BooksClosed') return []
      const { position, recordedAt: at, actor } = event
      const { upTo } = event.data
      const seal = events.find((one) => one.type === 'BooksSealed' && one.data.closing === position)
      const opening = events.find(
        (one) => one.type === 'BooksReopened' && one.position > position && one.data.upTo < upTo,
      )
      const { accounts, root } = seal?.type === 'BooksSealed' ? seal.data : { accounts: null, root: null }
      const reopened =
        opening?.type === 'BooksReopened'
          ? { at: opening.recordedAt, by: opening.actor.name, reason: opening.data.reason }
          : null
      return [
        { upTo, position, at, by: actor.name, accounts, root, sealing: sealing.progressOf(position) ?? null, reopened },
      ]
    })
    .reverse()
}

async function findSeal({ db, companyId }: CompanyContext, closing: number): Promise<SealedClosing | undefined> {
  const seal = (await readClosingEvents(db, companyId)).find(
    (event) => event.type === 'BooksSealed' && event.data.closing === closing,
  )
  if (seal?.type !== 'BooksSealed') return undefined
  const { upTo, accounts, root, receivedPaise, spentPaise } = seal.data
  return { upTo, position: closing, accounts, root, trialBalance: formatAmount(receivedPaise - spentPaise) }
}
