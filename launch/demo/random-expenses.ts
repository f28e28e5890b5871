import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { EXPENSE_KINDS, type ExpenseKind } from './expense-kinds.ts'
import type { Random } from './seeded-random.ts'
import type { DemoPerson } from './sites-and-people.ts'
import type { Season } from './work-calendar.ts'

export interface DemoExpense {
  beneficiary: string
  paise: number
  purpose: string
  paymentMode: PaymentMode
  narration: string
}

/** Returns an expense that this person could have in this season. */
export function randomExpense(random: Random, { role, site, writesHindi }: DemoPerson, season: Season): DemoExpense {
  const kinds = EXPENSE_KINDS.filter((kind) => kind.by === role || kind.by === 'both')
  const weights = kinds.map((kind) => kind.weight * (kind.seasons?.[season] ?? 1))
  const kind = pickWeighted(random, kinds, weights)
  const rate = random.whole(...kind.rate)
  const scale = kind.by === 'site_incharge' ? site.size : 1
  const amount = Math.max(1, Math.round(random.whole(...kind.amount) * scale))
  const words = writesHindi && random.chance(0.75) ? kind.hindi : undefined
  return {
    beneficiary: random.pick(kind.payees),
    paise: roundedPaise(random, amount * rate),
    purpose: words?.purpose ?? kind.purpose,
    paymentMode: random.pick(kind.modes),
    narration: words?.note(amount, rate) ?? kind.note(amount, rate, random.whole(101, 9899)),
  }
}

/** Returns Saturday's wages: masons and helpers for the week, paid to their contractor. */
export function weeklyWages(random: Random, { site, writesHindi }: DemoPerson): DemoExpense {
  const masons = Math.max(2, Math.round(random.whole(5, 11) * site.size))
  const helpers = Math.max(3, Math.round(random.whole(8, 18) * site.size))
  const rupees = masons * random.whole(5, 6) * 850 + helpers * random.whole(5, 6) * 550
  return {
    beneficiary: random.pick(['Ramkishan Thekedar', 'Bhagwan Singh Labour', 'Md. Aslam Contractor']),
    paise: rupees * 100,
    purpose: writesHindi ? 'साप्ताहिक मज़दूरी' : 'Weekly wages',
    paymentMode: random.chance(0.8) ? 'cash' : 'bank_transfer',
    narration: writesHindi
      ? `${masons} मिस्त्री और ${helpers} मज़दूर, हफ़्ते की मज़दूरी`
      : `${masons} masons and ${helpers} helpers, wages of the week`,
  }
}

function pickWeighted(random: Random, kinds: readonly ExpenseKind[], weights: number[]): ExpenseKind {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
  const found = kinds.find((_, index) => {
    left -= weights[index] ?? 0
    return left < 0
  })
  return found ?? random.pick(kinds)
}

/** Some bills end in paise; cash is counted in tens. */
function roundedPaise(random: Random, rupees: number): number {
  if (random.chance(0.06)) return rupees * 100 + random.whole(1, 99)
  return Math.max(10, rupees > 300 ? Math.round(rupees / 10) * 10 : rupees) * 100
}
