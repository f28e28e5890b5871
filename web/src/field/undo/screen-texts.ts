import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    undo: 'Undo',
    takingBack: 'Taking back…',
    takenBack: 'Taken back',
    takenBackLater: 'Taken back on this phone, will be sent',
    again: 'Taken back: entered again',
    againLater: 'Entered again on this phone, will be sent',
    notTakenBack: 'Not taken back',
    settled: 'It was sent meanwhile. Look at the list.',
    sentToo: 'It may be in the ledger already. You can still edit it.',
    deletionSent: 'It may be deleted already. Look at the list in a moment.',
    signedOut: 'You are signed out.',
    afterwards: 'For 5 seconds afterwards you can undo it.',
  },
  {
    undo: 'वापस लें',
    takingBack: 'वापस ले रहे हैं…',
    takenBack: 'वापस ले लिया',
    takenBackLater: 'इस फ़ोन में वापस ले लिया, बाद में भेजा जाएगा',
    again: 'वापस ले लिया: फिर से दर्ज हो गया',
    againLater: 'इस फ़ोन में फिर से दर्ज है, बाद में भेजा जाएगा',
    notTakenBack: 'वापस नहीं लिया गया',
    settled: 'यह इस बीच भेज दिया गया। सूची देख लें।',
    sentToo: 'हो सकता है यह बही में पहुँच गया हो। आप इसे अब भी बदल सकते हैं।',
    deletionSent: 'हो सकता है यह मिट चुका हो। थोड़ी देर में सूची देख लें।',
    signedOut: 'आप लॉग आउट हो गए हैं।',
    afterwards: 'मिटाने के बाद 5 सेकंड तक आप इसे वापस ले सकते हैं।',
  },
)
