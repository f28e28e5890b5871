import type { Random } from './seeded-random.ts'

/**
 * Twelve sites of a contractor in Indore. `size` scales the purchases; `opens` is the day of the first money; three
 * sites wait for money from head office.
 */
const SITES = [
  { name: 'Vijay Nagar Plaza', incharge: 'Rajesh Patidar', size: 1.5, opens: '2024-12-02', hindi: false },
  { name: 'Super Corridor Block C', incharge: 'Sunil Chouhan', size: 1.8, opens: '2024-12-02', hindi: false },
  { name: 'Rau Bypass Warehouse', incharge: 'Mahesh Solanki', size: 1.1, opens: '2024-12-02', hindi: true },
  { name: 'Nipania Villas', incharge: 'Anita Joshi', size: 0.9, opens: '2024-12-02', hindi: false },
  { name: 'Ujjain Road Culvert', incharge: 'Dinesh Malviya', size: 1.2, opens: '2024-12-09', hindi: true },
  { name: 'Palasia Heights', incharge: 'Imran Sheikh', size: 1.4, opens: '2024-12-16', hindi: false, waits: true },
  { name: 'Bhawarkua Hostel', incharge: 'Prakash Verma', size: 0.8, opens: '2025-01-06', hindi: false },
  { name: 'Sanwer Road Factory Shed', incharge: 'Girish Kothari', size: 1.0, opens: '2025-02-03', hindi: false },
  {
    name: 'Khajrana Community Hall',
    incharge: 'Shabana Khan',
    size: 0.6,
    opens: '2025-04-07',
    hindi: true,
    waits: true,
  },
  { name: 'Mhow Staff Quarters', incharge: 'Vikram Rathore', size: 1.0, opens: '2025-06-02', hindi: false },
  { name: 'Dewas Naka Godown', incharge: 'Kailash Yadav', size: 0.7, opens: '2025-11-10', hindi: true, waits: true },
  { name: 'Simrol Campus Road', incharge: 'Neha Trivedi', size: 1.3, opens: '2026-01-19', hindi: false },
] as const

const SUPERVISORS = [
  'Ramesh Kushwaha',
  'Santosh Bairagi',
  'Mukesh Dangi',
  'Deepak Carpenter',
  'Rakesh Meena',
  'Jitendra Panwar',
  'Ashok Prajapati',
  'Wasim Ansari',
  'Bharat Thakur',
  'Gopal Sharma',
  'Naresh Jatav',
  'Hemant Dubey',
  'Salim Mansuri',
  'Lokesh Nagar',
  'Pappu Yadav',
  'Manoj Gehlot',
  'Ravi Shankar Pandey',
  'Arjun Bhil',
  'Suresh Kumawat',
  'Yogesh Parmar',
  'Kamlesh Vishwakarma',
  'Firoz Pathan',
  'Anil Raikwar',
  'Devendra Rajput',
  'Tulsiram Ahirwar',
  'Sanjay Mukati',
  'Irfan Qureshi',
  'Omprakash Sen',
  'Bablu Chouhan',
  'Mohan Lal Kirar',
] as const

/** A field user of the demo. The mobile numbers are of a range that is not in use. */
export interface DemoPerson {
  account: string
  role: 'site_incharge' | 'supervisor'
  name: string
  mobile: string
  /** The site where the person works. */
  site: DemoSite
  writesHindi: boolean
}

export interface DemoSite {
  name: string
  size: number
  opens: string
  /** Head office sends money late and too little, so the site runs into deficits. */
  waits?: true
}

/** A user who reads everything and changes nothing. */
export interface DemoAuditor {
  account: string
  name: string
  email: string
}

export const DEMO_AUDITOR = { name: 'Sushila Nair', email: 'auditor@localhost' }

/** Returns the incharge of each site with the supervisors of the site. */
export function createSitesAndPeople(
  random: Random,
  newId: () => string,
): { incharge: DemoPerson; supervisors: DemoPerson[] }[] {
  const groups = SITES.map(({ incharge, hindi, ...site }, index) => ({
    incharge: person('site_incharge', incharge, 1 + index, site, hindi),
    supervisors: [] as DemoPerson[],
  }))
  for (const [index, name] of SUPERVISORS.entries()) {
    const group = groups[index % groups.length]
    group?.supervisors.push(person('supervisor', name, 21 + index, group.incharge.site, random.chance(0.35)))
  }
  return groups

  function person(
    role: DemoPerson['role'],
    name: string,
    number: number,
    site: DemoSite,
    writesHindi: boolean,
  ): DemoPerson {
    return { account: newId(), role, name, mobile: `90000000${String(number).padStart(2, '0')}`, site, writesHindi }
  }
}
