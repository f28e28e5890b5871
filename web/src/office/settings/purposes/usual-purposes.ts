import type { ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'

/** The usual purposes of a construction site, which a company without a list is offered. */
export const USUAL_PURPOSES: readonly ListedPurpose[] = [
  { name: 'Cement', hindi: 'सीमेंट', aliases: ['cemant', 'simant', 'सीमेन्ट'] },
  { name: 'Steel', hindi: 'सरिया', aliases: ['sariya', 'saria', 'TMT', 'लोहा'] },
  { name: 'Sand', hindi: 'रेत', aliases: ['ret', 'balu', 'बालू'] },
  { name: 'Aggregate', hindi: 'गिट्टी', aliases: ['gitti', 'रोड़ी', 'aggregate 20 mm'] },
  { name: 'Bricks', hindi: 'ईंट', aliases: ['brick', 'eent', 'int'] },
  {
    name: 'Labour',
    hindi: 'मज़दूरी',
    aliases: [
      'labor',
      'majduri',
      'mazdoori',
      'मजदूरी',
      'wages',
      'weekly wages',
      'daily labour',
      'साप्ताहिक मज़दूरी',
      'दिहाड़ी मज़दूरी',
    ],
  },
  { name: 'Diesel', hindi: 'डीज़ल', aliases: ['disel', 'dijal', 'डीजल'] },
  { name: 'Petrol', hindi: 'पेट्रोल', aliases: [] },
  { name: 'Transport', hindi: 'गाड़ी भाड़ा', aliases: ['bhada', 'भाड़ा', 'freight'] },
  { name: 'Tea and snacks', hindi: 'चाय-नाश्ता', aliases: ['tea', 'chai', 'चाय', 'नाश्ता', 'चाय नाश्ता'] },
  { name: 'Food', hindi: 'खाना', aliases: ['khana', 'bhojan', 'भोजन'] },
  { name: 'Water', hindi: 'पानी', aliases: ['pani', 'tanker', 'water tanker', 'टैंकर', 'पानी का टैंकर'] },
  { name: 'Electrical', hindi: 'बिजली का सामान', aliases: ['electric', 'electrical material', 'bijli', 'बिजली'] },
  { name: 'Plumbing', hindi: 'नल का सामान', aliases: ['plumber', 'plumbing material', 'pipe', 'पाइप'] },
  { name: 'Wood', hindi: 'लकड़ी', aliases: ['timber', 'lakdi', 'plywood'] },
  { name: 'Paint', hindi: 'पेंट', aliases: ['rang', 'रंग'] },
  { name: 'Tools', hindi: 'औज़ार', aliases: ['auzar', 'औजार', 'hardware and tools'] },
  { name: 'Machine hire', hindi: 'मशीन किराया', aliases: ['JCB', 'JCB hire', 'जेसीबी', 'जेसीबी किराया'] },
  { name: 'Repairs', hindi: 'मरम्मत', aliases: ['repair', 'machine repair', 'marammat', 'मशीन मरम्मत'] },
  { name: 'Rent', hindi: 'किराया', aliases: ['kiraya'] },
]
