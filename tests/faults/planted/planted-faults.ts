import type { SourcePatch } from './source-patches.ts'

/** A defect of the product, the promise that it breaks, and the conditions under which it shows. */
export interface PlantedFault {
  breach: string
  plants: SourcePatch[]
  /** The defect kills its process, which is then restarted without it. */
  dies?: 'api' | 'worker'
  workers?: number
}

const EXECUTE = 'ledger-service/event-store/append/batch-executor.ts'
const SEND = 'ledger-service/event-store/append/send-batch-and-await-commit.ts'
const WRITES = 'ledger-service/event-store/append/batch-write-statements.ts'
const BATCH = 'ledger-service/event-store/append/decide-batch.ts'
const CHAIN = 'ledger-service/event-store/integrity/hash-chain.ts'
const MULTI_COMPANY_BATCH = 'projections/projector/multi-company-batch.ts'
const PROJECTOR = 'projections/projector/projector.ts'

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
const INTO_ANSWERS = '`INSERT INTO answers (company_id, ${names}) SELECT company_id, ${names} FROM ${rows}`'
const SENT = 'decided.events'
const WRITE_KEYS = "write('answers', writes.insertAnswers, storedAnswersIn(decided))"
const MOVE_BALANCES = "write('balances', updateBalances, decided.movedBalances)"
const COMMIT = "send('commit', client.query('COMMIT'))"
const APPLY = 'await projection.apply(into.forCompany(companyId), events)'
/** A page of balances that ends with an expense; the number of pages depends on the speed of the machine. */
const MONEY_MOVED = "projection.name === 'balances' && expenses(events.slice(-1)) && nthPass('page', 3)"
const KNOWN_KEY = 'const before = known.get(digest) ?? decided.storedAnswers.get(digest)'

/** A run has hundreds of batches and pages, so the state before a defect exists when it happens. */
export const PLANTED_FAULTS: Record<string, PlantedFault> = {
  'an answer before the commit': {
    breach: 'I1',
    plants: [
      {
        file: SEND,
        find: COMMIT,
        // The process dies once the answers of that batch have left, which takes a while on a busy machine.
        put: `globalThis.early ||= expenses(${SENT}) && nthPass('commit', 20)
          if (early) { sent.statements.push({ name: 'commit', answered: Promise.resolve({ command: 'COMMIT' }) }); setTimeout(die, 300) }
          else ${COMMIT}`,
      },
    ],
    dies: 'api',
  },
  'a rollback taken as a commit': {
    breach: 'I1',
    plants: [
      {
        file: SEND,
        find: COMMIT,
        put: `if (expenses(${SENT}) && nthPass('commit', 20)) send('commit', client.query('ROLLBACK').then(() => ({ command: 'COMMIT' })))
          else ${COMMIT}`,
      },
    ],
  },
  'a key stored outside the transaction': {
    breach: 'I2',
    plants: [
      {
        file: SEND,
        find: WRITE_KEYS,
        put: `globalThis.late = expenses(${SENT}) && nthPass('keys', 20)
          if (!globalThis.late) ${WRITE_KEYS}`,
      },
      {
        file: SEND,
        find: COMMIT,
        put: `const { late } = globalThis
          send('commit', client.query('COMMIT').then((done) => { if (late) die(); return done }))`,
      },
    ],
    dies: 'api',
  },
  'a key that is forgotten': {
    breach: 'I10',
    plants: [
      { file: BATCH, find: KNOWN_KEY, put: 'const before = undefined' },
      { file: SEND, find: WRITE_KEYS, put: '' },
    ],
  },
  'a key that is answered anew': {
    breach: 'I10',
    plants: [
      {
        file: BATCH,
        find: 'if (before) return before.bodyDigest.equals(key.bodyDigest) ? before :',
        put: `if (before) return before.bodyDigest.equals(key.bodyDigest) ? { ...before, body: before.body + ' ' } :`,
      },
    ],
  },
  'a key that comes again and is taken as new': {
    breach: 'I10',
    plants: [{ file: WRITES, find: INTO_ANSWERS, put: `${INTO_ANSWERS} + ' ON CONFLICT DO NOTHING'` }],
  },
  'a batch decided ahead that does not ask what became of the one before': {
    breach: 'I7',
    plants: [
      { file: WRITES, find: ' / (hash = $6)::integer', put: ' + 0 * length($6::bytea)' },
      {
        file: SEND,
        find: COMMIT,
        put: `if (expenses(${SENT}) && (globalThis.sends = (globalThis.sends ?? 0) + 1) % 3 === 0) send('alongside', client.query('SELECT 1 / 0'))
          ${COMMIT}`,
      },
    ],
  },
  'answers that go to the wrong clients': {
    breach: 'I10',
    plants: [
      {
        file: EXECUTE,
        find: 'const answers = flight.decided.answers.values()',
        put: 'const answers = flight.decided.answers.toReversed().values()',
      },
    ],
  },
  'a refusal of what was recorded': {
    breach: 'I3',
    plants: [
      {
        file: BATCH,
        find: '  work.reserveSignInName(submission.command)',
        put: `if (decision.events[0]?.type === 'DebitRecorded' && nthPass('refuse', 30)) return { answer: refusalAnswer({ refused: 'insufficient_balance' }) }
          work.reserveSignInName(submission.command)`,
      },
    ],
  },
  'a posting of one side only': {
    breach: 'I4',
    plants: [
      {
        ...{
          file: 'ledger-service/domain/money/decide-money.ts',
          find: 'const [postings, { date }] = [postingsOf(entry), entry]',
        },
        put: `const [postings, { date }] = [postingsOf(entry).slice(entry.kind === 'debit' && nthPass('one side', 30) ? 1 : 0), entry]`,
      },
    ],
  },
  'a transfer of more than there is': {
    breach: 'I5',
    plants: [
      {
        file: 'ledger-service/domain/money/decide-money.ts',
        find: 'if (command.details.paise > balanceOfAccount(sender))',
        put: 'if (command.details.paise > balanceOfAccount(sender) && false)',
      },
    ],
  },
  'a state for deciding that is not moved': {
    breach: 'I6',
    plants: [
      {
        file: SEND,
        find: MOVE_BALANCES,
        put: `globalThis.stuck ||= decided.movedBalances.length > 0 && nthPass('moved', 30)
          if (!globalThis.stuck) ${MOVE_BALANCES}`,
      },
    ],
  },
  'a checkpoint in another transaction': {
    breach: 'I6',
    plants: [
      {
        file: MULTI_COMPANY_BATCH,
        find: 'const into = createAtomicProjectionWriter(db, movePositionsStatement(read))',
        put: `const moving = movePositionsStatement(read)
          await (await import('./upsert-writer.ts')).runStatement(db, moving)
          const given = { text: 'SELECT unnest($1::uuid[]) AS company_id', values: moving.values.slice(0, 1) }
          const into = createAtomicProjectionWriter(db, given)`,
      },
      { file: MULTI_COMPANY_BATCH, find: APPLY, put: `{ if (nthPass('page', 100)) die(); ${APPLY} }` },
    ],
    dies: 'worker',
  },
  'a second worker that is not fenced': {
    breach: 'I6',
    plants: [
      { file: MULTI_COMPANY_BATCH, find: 'AND c.position = given.after', put: '' },
      { file: MULTI_COMPANY_BATCH, find: 'AND c.position = whole.after', put: '' },
      { file: PROJECTOR, find: ".where('position', '=', from)", put: '' },
    ],
    workers: 2,
  },
  'a poison event that is skipped': {
    breach: 'I6',
    plants: [
      {
        file: MULTI_COMPANY_BATCH,
        find: APPLY,
        put: `{ try { if (${MONEY_MOVED}) throw new TypeError('poison'); ${APPLY} } catch { continue } }`,
      },
    ],
  },
  'a page whose last event is left out': {
    breach: 'I6',
    plants: [
      {
        file: MULTI_COMPANY_BATCH,
        find: APPLY,
        put: `await projection.apply(into.forCompany(companyId), ${MONEY_MOVED} ? events.slice(0, -1) : events)`,
      },
    ],
  },
  'a deletion that counts as an entry': {
    breach: 'I6',
    plants: [
      {
        file: 'projections/read-models/balances.ts',
        find: "event.type === 'TransactionDeleted' ? -1 : 1",
        put: "event.type === 'TransactionDeleted' ? 1 : 1",
      },
    ],
  },
  'a position from a sequence': {
    breach: 'I7',
    plants: [
      {
        file: CHAIN,
        find: 'position: head.position + 1,',
        put: "position: head.position + (nthPass('sequence', 60) ? 2 : 1),",
      },
    ],
  },
  'an event that changes after it was hashed': {
    breach: 'I7',
    plants: [
      {
        file: CHAIN,
        find: 'return { ...withoutHash, hash: eventHash(withoutHash) }',
        put: `const hashed = { ...withoutHash, hash: eventHash(withoutHash) }
          return nthPass('hash', 60) ? { ...hashed, meta: hashed.meta + ' ' } : hashed`,
      },
    ],
  },
  'an event that does not follow the one before': {
    breach: 'I7',
    plants: [
      {
        file: CHAIN,
        find: 'prevHash: head.hash,',
        put: "prevHash: nthPass('chain', 60) ? GENESIS_HASH : head.hash,",
      },
    ],
  },
  'a time that falls': {
    breach: 'I7',
    plants: [
      {
        file: CHAIN,
        find: 'recordedAt: head.recordedAt,',
        put: "recordedAt: nthPass('time', 60) ? '2020-01-01T00:00:00.000Z' : head.recordedAt,",
      },
    ],
  },
  'a balance that is kept in memory': {
    breach: 'I9',
    plants: [
      {
        file: 'projections/queries/balance-loader.ts',
        find: 'const found = new Map(rows.map((row) => [row.account_id, row]))',
        put: `globalThis.found ??= new Map()
          for (const row of rows) if (!found.has(row.account_id)) found.set(row.account_id, row)`,
      },
    ],
  },
  'a read that does not wait': {
    breach: 'I9',
    plants: [
      {
        file: 'projections/notifications/read-your-writes.ts',
        find: 'return Math.max(0, head - slowest)',
        put: 'return 0',
      },
      {
        file: 'projections/notifications/read-your-writes.ts',
        find: 'projections.some(comes) && Date.now() < until;',
        put: 'false;',
      },
    ],
  },
}
