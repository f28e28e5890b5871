import { bestSpokenExpense, parseSpokenExpense } from '@ledger/web/src/shared/voice/parse-spoken-expense.ts'
import { expect, test } from 'vitest'

const named = (name: string, ...also: string[]) => ({ id: `b:${name}`, name, ...(also.length === 0 ? {} : { also }) })
const purpose = (name: string, hindi: string, ...aliases: string[]) => ({ name, hindi, aliases })
const CONTEXT = {
  today: '2026-11-26',
  language: 'en',
  beneficiaries: [
    ...[named('Ramlal Tea Stall', 'रामलाल चाय वाला'), named('Malwa Cement Agency'), named('Sharma Hardware')],
    ...[named('Sharma Transport'), named('नर्मदा सैंड सप्लायर्स'), named('Tulsi Diesel Pump'), named('Mohan Lal')],
    ...[named('Ganesh Electricals'), named('Sita Devi'), named('Tea Corner')],
  ],
  purposes: [
    ...[purpose('Tea', 'चाय', 'chai', 'snacks', 'नाश्ता'), purpose('Cement', 'सीमेंट'), purpose('Sand', 'रेत', 'बालू')],
    ...[purpose('Diesel', 'डीज़ल'), purpose('Wages', 'मज़दूरी', 'labour', 'mazdoori'), purpose('Steel', 'सरिया', 'rod')],
    purpose('Freight', 'भाड़ा', 'transport charge', 'किराया'),
  ],
} as const

type Said = [utterance: string, heard: Record<string, string>, unsure?: Record<string, string>]

const IN_ENGLISH: readonly Said[] = [
  [
    'four hundred fifty to Ramlal tea stall cash for tea yesterday',
    { amount: '450', recipient: 'Ramlal Tea Stall', purpose: 'Tea', paymentMode: 'cash', date: '2026-11-25' },
  ],
  ['450 to Ramlal for tea cash', { amount: '450', recipient: 'Ramlal Tea Stall', purpose: 'Tea', paymentMode: 'cash' }],
  [
    'Paid 12,500 to Malwa Cement Agency by UPI for cement 20 bags',
    { amount: '12500', recipient: 'Malwa Cement Agency', purpose: 'Cement', paymentMode: 'upi', narration: '20 bags' },
  ],
  [
    '₹8,000 Narmada sand bank transfer for sand two dumpers',
    {
      amount: '8000',
      recipient: 'नर्मदा सैंड सप्लायर्स',
      purpose: 'Sand',
      paymentMode: 'bank_transfer',
      narration: 'two dumpers',
    },
  ],
  ['five hundred rupees to Mohan Lal for wages', { amount: '500', recipient: 'Mohan Lal', purpose: 'Wages' }],
  [
    'Rs.750 Ganesh Electricals gpay wire and switches',
    { amount: '750', recipient: 'Ganesh Electricals', paymentMode: 'upi', narration: 'wire and switches' },
  ],
  [
    'two thousand to Sharma cash',
    { amount: '2000', paymentMode: 'cash', narration: 'Sharma' },
    { recipient: 'several: Sharma' },
  ],
  [
    'two thousand to Sharma Transport for freight',
    { amount: '2000', recipient: 'Sharma Transport', purpose: 'Freight' },
  ],
  [
    '1500 diesel Tulsi cash day before yesterday',
    { amount: '1500', recipient: 'Tulsi Diesel Pump', purpose: 'Diesel', paymentMode: 'cash', date: '2026-11-24' },
  ],
  ['450 to Suresh for tea', { amount: '450', purpose: 'Tea', narration: 'Suresh' }, { recipient: 'unknown: Suresh' }],
  ['tea 50 cash', { amount: '50', purpose: 'Tea', paymentMode: 'cash' }],
  [
    '450 tea cash or upi',
    { amount: '450', purpose: 'Tea', narration: 'cash or upi' },
    { paymentMode: 'several: cash … upi' },
  ],
  [
    '8000 cement or 9000 cement',
    { purpose: 'Cement', narration: '8000 or 9000 cement' },
    { amount: 'several: 8000 … 9000' },
  ],
  ['20 bags cement', { purpose: 'Cement', narration: '20 bags' }],
  [
    'tomorrow 500 to Mohan cash',
    { amount: '500', recipient: 'Mohan Lal', paymentMode: 'cash', narration: 'tomorrow' },
    { date: 'not_understood: tomorrow' },
  ],
  [
    'one lakh twenty thousand to Malwa cement by cheque',
    { amount: '120000', recipient: 'Malwa Cement Agency', paymentMode: 'cheque' },
  ],
  [
    'fifteen hundred fifty to Sita Devi phone pe today',
    { amount: '1550', recipient: 'Sita Devi', paymentMode: 'upi', date: '2026-11-26' },
  ],
  [
    'two hundred and fitty to Mohan Lal',
    { recipient: 'Mohan Lal', narration: 'two hundred and fitty' },
    { amount: 'not_understood: two hundred' },
  ],
  ['450/- Ramlal chai cash', { amount: '450', recipient: 'Ramlal Tea Stall', paymentMode: 'cash' }],
  ['paid five k to Mohan for shuttering', { amount: '5000', recipient: 'Mohan Lal', narration: 'shuttering' }],
  [
    'four hundred to Tea Corner for the crew tea',
    { amount: '400', recipient: 'Tea Corner', purpose: 'Tea', narration: 'crew' },
  ],
  ['check the meter', { narration: 'check the meter' }],
  [
    '500 to Ramlal and Mohan Lal',
    { amount: '500', narration: 'Ramlal and Mohan Lal' },
    { recipient: 'several: Ramlal … Mohan Lal' },
  ],
  ['three fifty for snacks', { amount: '350', purpose: 'Tea' }],
  [
    'pay 300 from petty cash to Ganesh',
    { amount: '300', recipient: 'Ganesh Electricals', paymentMode: 'cash', narration: 'petty' },
  ],
  [
    '2.5 lakh to Malwa by NEFT for cement yesterday',
    {
      amount: '250000',
      recipient: 'Malwa Cement Agency',
      purpose: 'Cement',
      paymentMode: 'bank_transfer',
      date: '2026-11-25',
    },
  ],
  ['paanch sau Ramlal chai wala cash', { amount: '500', recipient: 'Ramlal Tea Stall', paymentMode: 'cash' }],
  [
    'dedh hazaar Mohan ko mazdoori cash kal',
    { amount: '1500', recipient: 'Mohan Lal', purpose: 'Wages', paymentMode: 'cash', date: '2026-11-25' },
  ],
  [
    '500 Mohan Lal yesterday today',
    { amount: '500', recipient: 'Mohan Lal', narration: 'yesterday today' },
    { date: 'several: yesterday … today' },
  ],
  [
    'double five hundred to Mohan',
    { recipient: 'Mohan Lal', narration: 'double five hundred' },
    { amount: 'not_understood: five hundred' },
  ],
]

const IN_HINDI: readonly Said[] = [
  ['साढ़े चार सौ रामलाल चाय वाला नकद', { amount: '450', recipient: 'Ramlal Tea Stall', paymentMode: 'cash' }],
  ['रामलाल चायवाला को साढ़े चार सौ रुपये नकद दिए', { amount: '450', recipient: 'Ramlal Tea Stall', paymentMode: 'cash' }],
  [
    'कल मालवा सीमेंट एजेंसी को बारह हज़ार पाँच सौ यूपीआई से सीमेंट के लिए',
    { amount: '12500', recipient: 'Malwa Cement Agency', purpose: 'Cement', paymentMode: 'upi', date: '2026-11-25' },
  ],
  ['पाँच सौ रुपये मोहन लाल को मज़दूरी के दिए', { amount: '500', recipient: 'Mohan Lal', purpose: 'Wages' }],
  [
    'परसों नर्मदा सैंड को आठ हज़ार बैंक ट्रांसफर रेत दो डंपर',
    {
      amount: '8000',
      recipient: 'नर्मदा सैंड सप्लायर्स',
      purpose: 'Sand',
      paymentMode: 'bank_transfer',
      narration: 'दो डंपर',
      date: '2026-11-24',
    },
  ],
  [
    'डेढ़ हज़ार डीज़ल तुलसी डीज़ल पंप नकद',
    { amount: '1500', recipient: 'Tulsi Diesel Pump', purpose: 'Diesel', paymentMode: 'cash' },
  ],
  ['शर्मा को दो हज़ार नकद', { amount: '2000', paymentMode: 'cash', narration: 'शर्मा' }, { recipient: 'several: शर्मा' }],
  [
    'शर्मा ट्रांसपोर्ट को दो हज़ार भाड़ा कैश',
    { amount: '2000', recipient: 'Sharma Transport', purpose: 'Freight', paymentMode: 'cash' },
  ],
  ['सुरेश को पाँच सौ रुपये दिए', { amount: '500', narration: 'सुरेश' }, { recipient: 'unknown: सुरेश' }],
  ['ढाई लाख मालवा सीमेंट चेक से', { amount: '250000', recipient: 'Malwa Cement Agency', paymentMode: 'cheque' }],
  ['आज सीता देवी को तीन सौ फोन पे', { amount: '300', recipient: 'Sita Devi', paymentMode: 'upi', date: '2026-11-26' }],
  ['चाय के पचास रुपये', { amount: '50', purpose: 'Tea' }],
  ['मोहन को पाँच हजार दो सो नकद', { amount: '5200', recipient: 'Mohan Lal', paymentMode: 'cash' }],
  [
    'मोहन को पाँच हज़ार दो स',
    { recipient: 'Mohan Lal', narration: 'पाँच हज़ार दो स' },
    { amount: 'not_understood: पाँच हज़ार दो' },
  ],
  [
    'रामलाल को चार सौ और मोहन लाल को पाँच सौ',
    { narration: 'रामलाल को चार सौ और मोहन लाल को पाँच सौ' },
    { amount: 'several: चार सौ … पाँच सौ', recipient: 'several: रामलाल … मोहन लाल' },
  ],
  ['बीस बोरी सीमेंट आठ हज़ार', { amount: '8000', purpose: 'Cement', narration: 'बीस बोरी' }],
  ['४५० रुपये रामलाल चाय नकद', { amount: '450', recipient: 'Ramlal Tea Stall', paymentMode: 'cash' }],
  [
    'गणेश इलेक्ट्रिकल्स को ₹750 पेटीएम तार और स्विच',
    { amount: '750', recipient: 'Ganesh Electricals', paymentMode: 'upi', narration: 'तार और स्विच' },
  ],
  [
    'नकद या यूपीआई मोहन को तीन सौ',
    { amount: '300', recipient: 'Mohan Lal', narration: 'नकद या यूपीआई' },
    { paymentMode: 'several: नकद … यूपीआई' },
  ],
  [
    'आने वाले कल मोहन को पाँच सौ',
    { amount: '500', recipient: 'Mohan Lal', narration: 'आने वाले कल' },
    { date: 'not_understood: आने वाले कल' },
  ],
  [
    'कल परसों मोहन को पाँच सौ',
    { amount: '500', recipient: 'Mohan Lal', narration: 'कल परसों' },
    { date: 'several: कल … परसों' },
  ],
  [
    'मोहन लाल को टेन थाउसेंड बैंक से सैलरी',
    { amount: '10000', recipient: 'Mohan Lal', paymentMode: 'bank_transfer', narration: 'सैलरी' },
  ],
  ['सवा सौ नाश्ता कैश', { amount: '125', purpose: 'Tea', paymentMode: 'cash' }],
  [
    'पौने दो लाख मालवा को सीमेंट का आरटीजीएस',
    { amount: '175000', recipient: 'Malwa Cement Agency', purpose: 'Cement', paymentMode: 'bank_transfer' },
  ],
  [
    'मज़दूरों की चाय के लिए साठ रुपये रामलाल',
    { amount: '60', recipient: 'Ramlal Tea Stall', purpose: 'Tea', narration: 'मज़दूरों' },
  ],
  ['सीमेंट और रेत के दस हज़ार', { amount: '10000', narration: 'सीमेंट और रेत' }, { purpose: 'several: सीमेंट … रेत' }],
  [
    'मोहन लाल को एडवांस पाँच सौ कैश Google Pay',
    { amount: '500', recipient: 'Mohan Lal', narration: 'एडवांस कैश Google Pay' },
    { paymentMode: 'several: कैश … Google Pay' },
  ],
  ['भाई साहब मीटर देख लेना', { narration: 'भाई साहब मीटर देख लेना' }],
  [
    'गणेश को twelve hundred cash कल का तार',
    { amount: '1200', recipient: 'Ganesh Electricals', paymentMode: 'cash', narration: 'तार', date: '2026-11-25' },
  ],
  [
    '500 तार और स्विच गणेश',
    { recipient: 'Ganesh Electricals', narration: '500 तार और स्विच' },
    { amount: 'not_understood: 500' },
  ],
]

test.each<Said>([...IN_ENGLISH, ...IN_HINDI])('%s', (utterance, heard, unsure = {}) => {
  const read = parseSpokenExpense(utterance, CONTEXT)
  expect({
    heard: Object.fromEntries(read.heard.map(({ field, value }) => [field, value])),
    unsure: Object.fromEntries(read.unsure.map(({ field, reason, words }) => [field, `${reason}: ${words}`])),
  }).toEqual({ heard, unsure })
})

test('says which words it took for which field, and which names fit', () => {
  const { heard, unsure } = parseSpokenExpense('कल शर्मा को दो हज़ार गूगल पे', { ...CONTEXT, language: 'hi' })
  expect(heard.map(({ field, words }) => [field, words])).toEqual([
    ['amount', 'दो हज़ार'],
    ['paymentMode', 'गूगल पे'],
    ['narration', 'शर्मा'],
    ['date', 'कल'],
  ])
  expect(unsure.map(({ choices }) => choices)).toEqual([['Sharma Hardware', 'Sharma Transport']])
  expect(parseSpokenExpense('चाय पचास', { ...CONTEXT, language: 'hi' }).heard[1]?.value).toBe('चाय')
})

test('takes the reading that fills most, and nothing from an empty one', () => {
  const best = bestSpokenExpense(['for fifty to mow on lal', '450 to Mohan Lal cash'], CONTEXT)
  expect(best.heard.map(({ value }) => value)).toEqual(['450', 'Mohan Lal', 'cash'])
  expect(bestSpokenExpense([''], CONTEXT)).toEqual({ heard: [], unsure: [] })
})
