import { CONTACT_EMAIL, CONTACT_PHONE } from './contact-details.ts'
import type { LandingContent } from './landing-content-types.ts'

export const englishContent: LandingContent = {
  company: 'Vindhyarashmi Infra',
  line: 'Solar power and civil works, built to be inspected',
  promise:
    'We design, build and connect ground-mounted and rooftop solar plants across Madhya Pradesh, and the roads, foundations and substations that they stand on.',
  about: [
    'We began in Indore in 2020 with one rooftop of 60 kW. Today our crews have put up more than 85 MW, from warehouse roofs in Dewas to open land in Neemuch, and we still answer for the first one.',
    'Each site has one engineer in charge, one store, and one set of books that is open to the client. A plant is handed over when it has run for thirty days, not when the last bolt is tight.',
  ],
  stats: [
    { figure: '85+ MW', label: 'Solar' },
    { figure: '15+', label: 'Projects' },
    { figure: '6+', label: 'Years of Experience' },
  ],
  categories: { solar: 'Solar', rooftop: 'Rooftop', civil: 'Civil' },
  government: 'Government',
  projects: [
    {
      title: '40 MW ground-mounted plant, Neemuch',
      category: 'solar',
      forGovernment: false,
      description:
        '73,000 modules on 160 acres of stony land, with single-axis trackers and a 33 kV line of 11 km to the grid. Connected five weeks before the date in the contract.',
      picture: 'plant',
    },
    {
      title: '25 MW solar park, Agar',
      category: 'solar',
      forGovernment: true,
      description:
        'Piling, module mounting and evacuation for the second block of a state park. 4,100 piles were tested for pull-out before the first table went up.',
      picture: 'park',
    },
    {
      title: '3.2 MW on warehouse roofs, Dewas',
      category: 'rooftop',
      forGovernment: false,
      description:
        'Nine sheds of one grain store, without a single hole in the sheet: clamps on the seams, walkways between the rows, and no day on which the store was closed.',
      picture: 'warehouse',
    },
    {
      title: 'Roofs of 120 government schools, 1.8 MW',
      category: 'rooftop',
      forGovernment: true,
      description:
        '15 kW on each roof in four districts, put up in the summer holidays. Every headmistress can read on her phone what her roof has made.',
      picture: 'school',
    },
    {
      title: '132 kV substation and control building, Shajapur',
      category: 'civil',
      forGovernment: true,
      description:
        'Earthwork, equipment foundations, cable trenches and a control building for the transmission company, with 3.4 km of approach road that carries the transformers.',
      picture: 'substation',
    },
  ],
  capabilities: [
    {
      title: 'Engineering',
      text: 'Layouts, yield studies, structural and electrical drawings by our own engineers, checked on the site before they are signed.',
    },
    {
      title: 'Procurement',
      text: 'Modules, inverters and steel from approved makers, tested at the factory and again at our store, each with its papers.',
    },
    {
      title: 'Construction',
      text: 'Piling, mounting, cabling and civil works with crews who stay with us from one site to the next.',
    },
    {
      title: 'Power Evacuation & Grid Compliance',
      text: 'Lines and substations up to 132 kV, protection studies, and the tests that the grid operator wants to see.',
    },
    {
      title: 'Government Compliance',
      text: 'Land papers, net-metering, CEIG inspection and subsidy claims: filed on time, and kept so that they can be found.',
    },
    {
      title: 'Financing Solutions',
      text: 'Purchase, lease or a power purchase agreement without money down, worked out with banks that know the sector.',
    },
  ],
  clients: [
    {
      name: 'Malwa Grain Stores',
      testimonial:
        'Nine roofs, and not one leak in two monsoons. Our bill for power is a third of what it was, and their engineer still comes each quarter.',
      by: 'Head of operations',
      logo: 'grain',
    },
    {
      name: 'Shipra Nagar Parishad',
      testimonial:
        'They brought the measurement book to every bill. It was the first contract in which our audit had no question.',
      by: 'Executive engineer',
      logo: 'town',
    },
    {
      name: 'Rewa Thread Mills',
      testimonial:
        'The looms did not stop for a single shift. The plant was connected at two in the morning on a Sunday, as they had said.',
      by: 'Plant manager',
      logo: 'thread',
    },
    {
      name: 'Gopika Milk Union',
      testimonial:
        'We asked three firms how many units we would get. Theirs was the lowest figure, and the one that came true.',
      by: 'Secretary',
      logo: 'milk',
    },
  ],
  contact: {
    address: ['Vindhyarashmi Infra', '14 Sector C, Sanwer Road', 'Indore, Madhya Pradesh 452015'],
    email: CONTACT_EMAIL,
    phone: CONTACT_PHONE,
    hours: 'Monday to Saturday, 9:30 am to 6:30 pm',
  },
  titles: {
    about: 'About',
    projects: 'Projects',
    capabilities: 'Capabilities',
    partners: 'Partners',
    contact: 'Contact',
  },
}
