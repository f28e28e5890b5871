import type { Language } from '../../shared/language/language.ts'

/** §2: the categories of the project cards, and what else a visitor may look for. */
export type Category = 'solar' | 'rooftop' | 'civil'
export type Picture = 'park' | 'plant' | 'warehouse' | 'school' | 'substation'
export type Emblem = 'grain' | 'town' | 'thread' | 'milk'

interface Project {
  readonly title: string
  readonly category: Category
  readonly forGovernment: boolean
  readonly description: string
  readonly picture: Picture
}

interface Client {
  readonly name: string
  readonly testimonial: string
  readonly by: string
  readonly logo: Emblem
}

/** Everything that the public page says. The company profile is made of the same. */
export interface Content {
  readonly company: string
  readonly line: string
  readonly promise: string
  readonly about: readonly string[]
  readonly stats: readonly { readonly figure: string; readonly label: string }[]
  readonly categories: Readonly<Record<Category, string>>
  readonly government: string
  readonly projects: readonly Project[]
  readonly capabilities: readonly { readonly title: string; readonly text: string }[]
  readonly clients: readonly Client[]
  readonly contact: {
    readonly address: readonly string[]
    readonly email: string
    readonly phone: string
    readonly hours: string
  }
  /** The titles of the sections, in the page and in the profile. */
  readonly titles: Readonly<Record<'about' | 'projects' | 'capabilities' | 'partners' | 'contact', string>>
}

const EMAIL = 'office@vindhyarashmi.example'
const PHONE = '+91 731 555 0142'

const en: Content = {
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
    email: EMAIL,
    phone: PHONE,
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

const hi: Content = {
  company: 'विंध्यरश्मि इन्फ्रा',
  line: 'सोलर बिजली और सिविल काम, जो हर जाँच में खरा उतरे',
  promise:
    'हम मध्य प्रदेश में ज़मीन और छत पर सोलर प्लांट डिज़ाइन करते हैं, बनाते हैं और ग्रिड से जोड़ते हैं। उनके लिए सड़कें, नींव और सबस्टेशन भी हम ही बनाते हैं।',
  about: [
    'शुरुआत 2020 में इंदौर की एक 60 किलोवाट की छत से हुई थी। आज देवास के गोदामों की छतों से नीमच की खुली ज़मीन तक हमारी टीमें 85 मेगावाट से ज़्यादा लगा चुकी हैं, और उस पहली छत की ज़िम्मेदारी आज भी हमारी है।',
    'हर साइट पर एक ज़िम्मेदार इंजीनियर, एक स्टोर और एक ही हिसाब होता है, जिसे ग्राहक जब चाहे देख सकता है। प्लांट हम तब सौंपते हैं जब वह तीस दिन चल चुका हो, आखिरी बोल्ट कसते ही नहीं।',
  ],
  stats: [
    { figure: '85+ MW', label: 'सोलर' },
    { figure: '15+', label: 'प्रोजेक्ट' },
    { figure: '6+', label: 'साल का अनुभव' },
  ],
  categories: { solar: 'सोलर', rooftop: 'छत पर', civil: 'सिविल' },
  government: 'सरकारी',
  projects: [
    {
      title: 'ज़मीन पर 40 मेगावाट का प्लांट, नीमच',
      category: 'solar',
      forGovernment: false,
      description:
        '160 एकड़ पथरीली ज़मीन पर 73,000 मॉड्यूल, सूरज के साथ घूमने वाले ढाँचे और ग्रिड तक 11 किमी की 33 केवी लाइन। ठेके की तारीख से पाँच हफ़्ते पहले चालू।',
      picture: 'plant',
    },
    {
      title: '25 मेगावाट का सोलर पार्क, आगर',
      category: 'solar',
      forGovernment: true,
      description:
        'राज्य के पार्क के दूसरे खंड में पाइलिंग, मॉड्यूल लगाना और ग्रिड तक बिजली पहुँचाना। पहला मॉड्यूल-टेबल खड़ा होने से पहले 4,100 पाइलों की खींचकर जाँच हुई।',
      picture: 'park',
    },
    {
      title: 'गोदामों की छतों पर 3.2 मेगावाट, देवास',
      category: 'rooftop',
      forGovernment: false,
      description:
        'एक अनाज गोदाम के नौ शेड, चादर में एक भी छेद किए बिना: जोड़ों पर क्लैंप, कतारों के बीच चलने का रास्ता, और गोदाम एक दिन भी बंद नहीं हुआ।',
      picture: 'warehouse',
    },
    {
      title: '120 सरकारी स्कूलों की छतें, 1.8 मेगावाट',
      category: 'rooftop',
      forGovernment: true,
      description:
        'चार ज़िलों में हर छत पर 15 किलोवाट, गर्मी की छुट्टियों में लगाए गए। हर प्रधानाध्यापिका अपने फ़ोन पर देख सकती है कि उनकी छत ने कितनी बिजली बनाई।',
      picture: 'school',
    },
    {
      title: '132 केवी सबस्टेशन और कंट्रोल रूम, शाजापुर',
      category: 'civil',
      forGovernment: true,
      description:
        'ट्रांसमिशन कंपनी के लिए मिट्टी का काम, मशीनों की नींव, केबल की नालियाँ और कंट्रोल रूम, साथ में 3.4 किमी की सड़क जो ट्रांसफ़ॉर्मर का भार उठाती है।',
      picture: 'substation',
    },
  ],
  capabilities: [
    {
      title: 'इंजीनियरिंग',
      text: 'नक्शे, उत्पादन का अनुमान, ढाँचे और बिजली की ड्रॉइंग हमारे अपने इंजीनियर बनाते हैं, और दस्तखत से पहले साइट पर जाँचते हैं।',
    },
    {
      title: 'खरीद',
      text: 'जानी-मानी कंपनियों के मॉड्यूल, इन्वर्टर और स्टील; पहले कारखाने में, फिर हमारे स्टोर में जाँचे हुए, हर एक के कागज़ साथ।',
    },
    {
      title: 'निर्माण',
      text: 'पाइलिंग, ढाँचा, केबल और सिविल काम उन टीमों के साथ जो एक साइट से दूसरी साइट तक हमारे साथ रहती हैं।',
    },
    {
      title: 'ग्रिड तक बिजली और ग्रिड के नियम',
      text: '132 केवी तक की लाइनें और सबस्टेशन, प्रोटेक्शन स्टडी, और वे सब टेस्ट जो ग्रिड वाले देखना चाहते हैं।',
    },
    {
      title: 'सरकारी मंज़ूरियाँ',
      text: 'ज़मीन के कागज़, नेट मीटरिंग, बिजली विभाग की जाँच और सब्सिडी के दावे: समय पर जमा, और ऐसे रखे कि ढूँढने पर मिलें।',
    },
    {
      title: 'पूँजी का इंतज़ाम',
      text: 'खरीद, लीज़ या बिना शुरुआती रकम के बिजली खरीद का करार, उन बैंकों के साथ जो इस काम को समझते हैं।',
    },
  ],
  clients: [
    {
      name: 'मालवा ग्रेन स्टोर्स',
      testimonial:
        'नौ छतें, और दो बरसातों में एक भी रिसाव नहीं। बिजली का बिल एक तिहाई रह गया है, और उनके इंजीनियर आज भी हर तिमाही आते हैं।',
      by: 'ऑपरेशन हेड',
      logo: 'grain',
    },
    {
      name: 'शिप्रा नगर परिषद',
      testimonial: 'हर बिल के साथ वे माप पुस्तिका लाए। यह पहला ठेका था जिस पर हमारे ऑडिट ने कोई सवाल नहीं किया।',
      by: 'कार्यपालन यंत्री',
      logo: 'town',
    },
    {
      name: 'रेवा थ्रेड मिल्स',
      testimonial: 'करघे एक शिफ़्ट के लिए भी नहीं रुके। प्लांट रविवार की रात दो बजे जुड़ा, ठीक वैसे जैसे उन्होंने कहा था।',
      by: 'प्लांट मैनेजर',
      logo: 'thread',
    },
    {
      name: 'गोपिका दुग्ध संघ',
      testimonial: 'हमने तीन कंपनियों से पूछा कि कितनी यूनिट मिलेंगी। इनका आँकड़ा सबसे कम था, और वही सच निकला।',
      by: 'सचिव',
      logo: 'milk',
    },
  ],
  contact: {
    address: ['विंध्यरश्मि इन्फ्रा', '14 सेक्टर सी, सांवेर रोड', 'इंदौर, मध्य प्रदेश 452015'],
    email: EMAIL,
    phone: PHONE,
    hours: 'सोमवार से शनिवार, सुबह 9:30 से शाम 6:30 तक',
  },
  titles: {
    about: 'हमारे बारे में',
    projects: 'प्रोजेक्ट',
    capabilities: 'हम क्या करते हैं',
    partners: 'साझेदार',
    contact: 'संपर्क',
  },
}

export const CONTENT: Readonly<Record<Language, Content>> = { en, hi }
