import { randomUUIDv7 } from 'node:crypto'
import { maskMobile, publicId, readPublicId } from '@ledger/contracts/roles.ts'
import type { SiteUser } from '@ledger/contracts/shapes.ts'
import { toBalance } from '@ledger/projections/balances.ts'
import { listUsers } from '@ledger/projections/directory.ts'
import type { FastifyInstance } from 'fastify'
import { credentialStatements, findByMobile, mobileName } from '../access/credentials.ts'
import { answerWith, send } from './command.ts'
import { dateOf } from './dates.ts'
import { Invalid } from './errors.ts'
import { sayLag } from './lists.ts'
import { recordedRow } from './recorded-row.ts'
import { route } from './route.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'

/** What money head office sends is called in the lists. */
const SENT_MONEY = 'Money from Head Office'

/** What head office calls. */
export function registerAdmin(app: FastifyInstance, service: Service): void {
  const { db, companyId, freshness } = service

  route(app, 'adminSites', async ({ reply }) => {
    sayLag(reply, await freshness.wait('directory', 'balances'))
    return listUsers(db, companyId, 'site_incharge')
  })

  route(app, 'createSiteUser', async ({ body, request, reply }) => {
    const account = randomUUIDv7()
    const { mobile, password, name, siteName, email } = body
    const signInName = mobileName(mobile)
    const profile = { ...name, site: siteName ?? null, mobile: maskMobile(mobile) }
    const passwordHash = await service.passwords.hash(password)
    const visible = service.revealKey && { password, key: service.revealKey }
    return send(service, request, reply, {
      command: { type: 'OpenAccount', account, role: 'site_incharge', profile, signInName },
      body,
      alongside: credentialStatements({
        companyId,
        accountId: account,
        signInName,
        mobile,
        email,
        passwordHash,
        visible,
      }),
      answer: () =>
        answerWith(201, {
          id: publicId('site_incharge', mobile),
          role: 'site_incharge',
          ...name,
          email: email ?? null,
          mobile,
          siteName: siteName ?? null,
          status: 'active',
          siteBalance: toBalance(0, 0),
        } satisfies SiteUser),
    })
  })

  route(app, 'sendMoney', async ({ body, request, reply }) => {
    const userId = body.siteInchargeId
    const to = await siteInchargeBy(service, userId)
    if (to === undefined) throw new Invalid({ path: 'siteInchargeId', message: 'Please select a site incharge' })
    const { amount: paise, paymentMode, narration } = body
    const transaction = randomUUIDv7()
    const recordedBy = askerOf(request).accountId
    const details = { paise, date: dateOf(body.date, service.clock()), purpose: SENT_MONEY, paymentMode, narration }
    return send(service, request, reply, {
      command: { type: 'SendMoney', transaction, to, details },
      body,
      answer: (after) => answerWith(201, recordedRow(after, { transaction, side: 'own', userId, recordedBy })),
    })
  })
}

/** The inner id of the site incharge whom a public id names today. */
async function siteInchargeBy({ db, companyId }: Service, id: string): Promise<string | undefined> {
  const named = readPublicId(id)
  return named?.role === 'site_incharge' ? findByMobile(db, companyId, named.mobile) : undefined
}
