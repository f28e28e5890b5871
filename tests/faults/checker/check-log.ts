import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import { trialBalance } from '@ledger/ledger-service/domain/money/postings.ts'
import { eventHash, GENESIS_HASH } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'

/** I4, I5 and I7: checks the rules that concern the log alone. */
export function logBreaches(log: ChainedEvent[], events: LedgerEvent[]): string[] {
  return [...chainBreaches(log), ...moneyBreaches(events)]
}

function chainBreaches(log: ChainedEvent[]): string[] {
  const breaches: string[] = []
  let hash: Buffer = GENESIS_HASH
  let recordedAt = ''
  for (const [index, event] of log.entries()) {
    const at = `at ${event.position}`
    if (event.position !== index + 1) breaches.push(`I7: ${at} there should be ${index + 1}`)
    if (!event.prevHash.equals(hash)) breaches.push(`I7: the event ${at} does not follow the one before it`)
    if (!eventHash(event).equals(event.hash)) breaches.push(`I7: the event ${at} does not have its hash`)
    if (event.recordedAt < recordedAt) breaches.push(`I7: the event ${at} was recorded before the one before it`)
    hash = event.hash
    recordedAt = event.recordedAt
  }
  return breaches
}

function moneyBreaches(events: LedgerEvent[]): string[] {
  const breaches: string[] = []
  const balances = new Map<string, number>()
  for (const event of events) {
    if (!('postings' in event.data)) continue
    const { postings } = event.data
    if (trialBalance(postings) !== 0) breaches.push(`I4: the postings at ${event.position} do not sum to zero`)
    if (event.type === 'TransferRecorded') {
      const { account, paise } = event.data.entry
      const held = balances.get(account.id) ?? 0
      if (paise > held)
        breaches.push(`I5: the transfer at ${event.position} of ${paise} paise is from a balance of ${held}`)
    }
    for (const { account, side, paise } of postings)
      balances.set(account, (balances.get(account) ?? 0) + (side === 'received' ? paise : -paise))
  }
  return breaches
}
