import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    title: 'Put this app on your home screen?',
    text: 'It opens with one tap, and without a network, too.',
    install: 'Install',
    notNow: 'Not now',
    done: 'Done',
    stepShare: '1. Tap the share sign',
    stepAdd: '2. Choose “Add to Home Screen”',
  },
  {
    title: 'यह ऐप होम स्क्रीन पर रखें?',
    text: 'एक बार दबाने से खुलता है, बिना नेटवर्क के भी।',
    install: 'इंस्टॉल करें',
    notNow: 'अभी नहीं',
    done: 'हो गया',
    stepShare: '1. शेयर का निशान दबाएँ',
    stepAdd: '2. “होम स्क्रीन में जोड़ें” चुनें',
  },
)
