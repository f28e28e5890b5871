import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { Season } from './calendar.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** What a site pays for: how often (`weight`), from whom, how much of it (`amount` of units), at which rate in rupees. */
interface Kind {
  purpose: string
  payees: readonly string[]
  by: 'site_incharge' | 'supervisor' | 'both'
  weight: number
  seasons?: Partial<Record<Season, number>>
  amount: readonly [number, number]
  rate: readonly [number, number]
  modes: readonly PaymentMode[]
  note: (amount: number, rate: number, bill: number) => string
  hindi?: { purpose: string; note: (amount: number, rate: number) => string }
}

export interface Expense {
  beneficiary: string
  paise: number
  purpose: string
  paymentMode: PaymentMode
  narration: string
}

const BANK = ['bank_transfer', 'bank_transfer', 'cheque'] as const
const SMALL = ['cash', 'cash', 'upi'] as const
const DRY = { rains: 0.3 }

const KINDS: readonly Kind[] = [
  {
    purpose: 'Cement',
    by: 'site_incharge',
    weight: 9,
    seasons: DRY,
    modes: BANK,
    payees: ['Shri Ganesh Traders', 'Malwa Cement Agency', 'Agrawal Building Material'],
    amount: [60, 260],
    rate: [335, 392],
    note: (bags, rate, bill) => `${bags} bags PPC at ${rate}, bill no. ${bill}`,
    hindi: { purpose: 'सीमेंट', note: (bags, rate) => `${bags} बोरी सीमेंट, दर ${rate}` },
  },
  {
    purpose: 'Steel',
    by: 'site_incharge',
    weight: 4,
    seasons: DRY,
    modes: BANK,
    payees: ['Mahakal Steel', 'Jain Iron & Steel', 'Rukmani Metals'],
    amount: [900, 4200],
    rate: [52, 61],
    note: (kg, rate, bill) => `TMT bars ${kg} kg at ${rate}, bill no. ${bill}`,
    hindi: { purpose: 'सरिया', note: (kg, rate) => `सरिया ${kg} किलो, दर ${rate}` },
  },
  {
    purpose: 'Sand',
    by: 'both',
    weight: 8,
    seasons: { rains: 0.5 },
    modes: ['cash', 'upi', 'bank_transfer'],
    payees: ['Narmada Sand Suppliers', 'Balwant Transport', 'रेवा रेत भंडार'],
    amount: [1, 3],
    rate: [9500, 14500],
    note: (trips, _, bill) => `River sand ${trips} dumper, challan ${bill}`,
    hindi: { purpose: 'रेत', note: (trips) => `रेत ${trips} डंपर` },
  },
  {
    purpose: 'Aggregate 20 mm',
    by: 'site_incharge',
    weight: 5,
    seasons: DRY,
    modes: ['bank_transfer', 'upi'],
    payees: ['Dewas Stone Crusher', 'Bajrang Gitti Khadan'],
    amount: [2, 5],
    rate: [6200, 8900],
    note: (trips, _, bill) => `${trips} trips gitti, challan ${bill}`,
    hindi: { purpose: 'गिट्टी', note: (trips) => `गिट्टी ${trips} ट्रिप` },
  },
  {
    purpose: 'Bricks',
    by: 'both',
    weight: 6,
    modes: ['cash', 'upi', 'bank_transfer'],
    payees: ['Kumhar Bricks, Sanwer', 'Laxmi Bricks'],
    amount: [2, 8],
    rate: [6200, 7400],
    note: (thousands, rate, bill) => `${thousands * 1000} bricks at ${rate} per thousand, challan ${bill}`,
    hindi: { purpose: 'ईंट', note: (thousands) => `ईंट ${thousands} हज़ार` },
  },
  {
    purpose: 'Diesel',
    by: 'both',
    weight: 13,
    modes: SMALL,
    payees: ['Highway Fuel Station', 'Shivam Filling Station', 'Kisan Fuel Point'],
    amount: [15, 90],
    rate: [92, 95],
    note: (litres) => `Diesel ${litres} litres, mixer and generator`,
    hindi: { purpose: 'डीज़ल', note: (litres) => `डीज़ल ${litres} लीटर, मिक्सर और जनरेटर` },
  },
  {
    purpose: 'Tea and snacks',
    by: 'both',
    weight: 18,
    seasons: { winter: 1.3 },
    modes: SMALL,
    payees: ['रामलाल चाय वाला', 'Jai Bhole Tea Stall', 'Poha Corner'],
    amount: [8, 45],
    rate: [10, 25],
    note: (people) => `Tea and poha for ${people} people`,
    hindi: { purpose: 'चाय नाश्ता', note: (people) => `${people} लोगों की चाय और पोहा` },
  },
  {
    purpose: 'Daily labour',
    by: 'supervisor',
    weight: 15,
    modes: ['cash'],
    payees: ['Labour Naka, Palda', 'Bhagwan Singh Labour', 'कालू सिंह मज़दूर'],
    amount: [2, 9],
    rate: [480, 650],
    note: (people, rate) => `${people} helpers for unloading at ${rate}`,
    hindi: { purpose: 'दिहाड़ी मज़दूरी', note: (people, rate) => `${people} मज़दूर, ${rate} रोज़` },
  },
  {
    ...{
      purpose: 'Shuttering material',
      by: 'site_incharge',
      weight: 4,
      seasons: DRY,
      modes: ['bank_transfer', 'cheque'],
    },
    payees: ['Vishwakarma Shuttering', 'Om Sai Plywood'],
    amount: [20, 120],
    rate: [210, 480],
    note: (sheets, _, bill) => `Shuttering ply and ballies, ${sheets} pieces, bill no. ${bill}`,
  },
  {
    purpose: 'JCB hire',
    by: 'both',
    weight: 5,
    seasons: { rains: 0.5 },
    modes: ['cash', 'upi'],
    payees: ['Patel Earthmovers', 'Shree Krishna JCB'],
    amount: [3, 10],
    rate: [1000, 1250],
    note: (hours, rate) => `JCB ${hours} hours at ${rate}`,
    hindi: { purpose: 'जेसीबी किराया', note: (hours, rate) => `जेसीबी ${hours} घंटे, ${rate} प्रति घंटा` },
  },
  {
    ...{
      purpose: 'Centring and shuttering labour',
      by: 'site_incharge',
      weight: 2,
      seasons: DRY,
      modes: ['cash', 'bank_transfer'],
    },
    payees: ['Ramkishan Thekedar', 'Md. Aslam Contractor'],
    amount: [300, 1500],
    rate: [26, 38],
    note: (area, rate) => `Slab centring ${area} sq ft at ${rate}`,
  },
  {
    purpose: 'Hardware and tools',
    by: 'both',
    weight: 10,
    modes: SMALL,
    payees: ['Bohra Hardware', 'Siyaganj Hardware Mart', 'New India Tools'],
    amount: [3, 30],
    rate: [60, 180],
    note: (pieces, _, bill) => `Nails, binding wire, ghamela and phawda, ${pieces} pieces, bill ${bill}`,
    hindi: { purpose: 'हार्डवेयर का सामान', note: (pieces) => `कील, बाइंडिंग तार, तगारी, ${pieces} नग` },
  },
  {
    purpose: 'Electrical material',
    by: 'both',
    weight: 5,
    modes: ['upi', 'bank_transfer', 'cash'],
    payees: ['Prem Electricals', 'Roshni Electric House'],
    amount: [5, 60],
    rate: [90, 260],
    note: (pieces, _, bill) => `Conduit, switch boxes and wire, ${pieces} pieces, bill ${bill}`,
  },
  {
    purpose: 'Plumbing material',
    by: 'both',
    weight: 4,
    modes: ['upi', 'bank_transfer', 'cash'],
    payees: ['Gujarat Sanitary Store', 'Maa Narmada Pipes'],
    amount: [4, 40],
    rate: [120, 340],
    note: (pieces, _, bill) => `CPVC pipe and fittings, ${pieces} pieces, bill ${bill}`,
  },
  {
    purpose: 'Water tanker',
    by: 'supervisor',
    weight: 4,
    seasons: { summer: 3, rains: 0.1 },
    modes: SMALL,
    payees: ['Jal Sewa Tanker', 'Raghuvanshi Water Supply'],
    amount: [1, 4],
    rate: [600, 900],
    note: (tankers, rate) => `${tankers} tanker for curing at ${rate}`,
    hindi: { purpose: 'पानी का टैंकर', note: (tankers) => `तराई के लिए ${tankers} टैंकर` },
  },
  {
    purpose: 'Transport',
    by: 'both',
    weight: 7,
    modes: SMALL,
    payees: ['Balwant Transport', 'Loading Auto Union', 'Raju Pickup'],
    amount: [1, 3],
    rate: [700, 2400],
    note: (trips) => `Freight, ${trips} trip(s) from the godown`,
    hindi: { purpose: 'भाड़ा', note: (trips) => `गोदाम से ${trips} फेरा` },
  },
  {
    purpose: 'Machine repair',
    by: 'both',
    weight: 4,
    modes: SMALL,
    payees: ['Mixer Repair Works', 'Nasir Welding', 'Pawan Motor Winding'],
    amount: [1, 1],
    rate: [450, 5200],
    note: (_, rate) => (rate > 2500 ? 'Vibrator and mixer motor rewinding' : 'Welding and greasing of the mixer'),
    hindi: { purpose: 'मशीन मरम्मत', note: () => 'मिक्सर की वेल्डिंग और ग्रीसिंग' },
  },
  {
    purpose: 'Dewatering',
    by: 'supervisor',
    weight: 0.4,
    seasons: { rains: 22 },
    modes: SMALL,
    payees: ['Nagar Pump Rental', 'Highway Fuel Station'],
    amount: [1, 4],
    rate: [700, 1300],
    note: (days, rate) => `Mud pump ${days} days at ${rate}`,
    hindi: { purpose: 'पानी निकासी', note: (days) => `मड पंप ${days} दिन` },
  },
  {
    purpose: 'Tarpaulin',
    by: 'both',
    weight: 0.2,
    seasons: { rains: 8 },
    modes: SMALL,
    payees: ['Bharat Tirpal House'],
    amount: [1, 6],
    rate: [850, 1900],
    note: (sheets) => `${sheets} tarpaulins for the cement store`,
    hindi: { purpose: 'तिरपाल', note: (sheets) => `सीमेंट के लिए ${sheets} तिरपाल` },
  },
  {
    purpose: 'Mobile recharge',
    by: 'supervisor',
    weight: 1.5,
    modes: ['upi'],
    payees: ['Sai Mobile Shop'],
    amount: [1, 1],
    rate: [239, 349],
    note: () => 'Recharge for the site phone',
  },
  {
    purpose: 'Medicine and first aid',
    by: 'supervisor',
    weight: 1.2,
    modes: SMALL,
    payees: ['Sanjivani Medical Store', 'Arogya Clinic'],
    amount: [1, 1],
    rate: [150, 1600],
    note: (_, rate) => (rate > 900 ? 'Doctor and dressing, labour hurt his hand' : 'First aid box refill'),
    hindi: { purpose: 'दवाई', note: () => 'मज़दूर की मरहम-पट्टी' },
  },
  {
    purpose: 'Octroi, challan and weighbridge',
    by: 'supervisor',
    weight: 2.5,
    modes: ['cash'],
    payees: ['Dharam Kanta, Rau', 'Municipal Office'],
    amount: [1, 4],
    rate: [80, 200],
    note: (trucks) => `Weighbridge for ${trucks} truck(s)`,
    hindi: { purpose: 'धर्म काँटा', note: (trucks) => `${trucks} गाड़ी की तुलाई` },
  },
]

/** An expense that this person would have on such a day. */
export function expenseOf(random: Random, { role, site, writesHindi }: Person, season: Season): Expense {
  const kinds = KINDS.filter((kind) => kind.by === role || kind.by === 'both')
  const weights = kinds.map((kind) => kind.weight * (kind.seasons?.[season] ?? 1))
  const kind = chosen(random, kinds, weights)
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

/** Saturday's wages: masons and helpers by the week, paid to whoever brought them. */
export function wagesOf(random: Random, { site, writesHindi }: Person): Expense {
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

function chosen(random: Random, kinds: readonly Kind[], weights: number[]): Kind {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0)
  const found = kinds.find((_, index) => {
    left -= weights[index] ?? 0
    return left < 0
  })
  return found ?? random.pick(kinds)
}

/** Bills end in paise now and then; cash is counted in tens. */
function roundedPaise(random: Random, rupees: number): number {
  if (random.chance(0.06)) return rupees * 100 + random.whole(1, 99)
  return Math.max(10, rupees > 300 ? Math.round(rupees / 10) * 10 : rupees) * 100
}
