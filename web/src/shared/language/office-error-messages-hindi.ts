/** The refusals that only head office is told, in Hindi. They load with its pages: a phone needs none. */
export const OFFICE_ERROR_MESSAGES_IN_HINDI = {
  only_credits: 'यहाँ सिर्फ़ साइट को भेजे गए पैसे लिखे जा सकते हैं',
  not_signed_yet: 'इस पर अभी मुहर नहीं लगी है। एक मिनट बाद फिर कोशिश करें।',
  mobile_in_use: 'यह मोबाइल नंबर पहले से किसी खाते में है',
  email_in_use: 'यह ईमेल पहले से किसी खाते में है',
  question_on_deleted: 'यह एंट्री मिटाई जा चुकी है। इस पर सवाल नहीं पूछा जा सकता।',
  too_many_questions: 'इस एंट्री पर और सवाल नहीं पूछे जा सकते',
  too_many_rows: 'इस फ़ाइल में 5,00,000 से ज़्यादा पंक्तियाँ होंगी। कम दिन चुनें।',
  last_admin: 'यही अकेला एडमिन है। पहले किसी और को एडमिन बनाएँ।',
  day_not_over: 'यह दिन अभी पूरा नहीं हुआ है। कल या उससे पहले तक का हिसाब बंद करें।',
  closed_before: 'हिसाब पहले से {} तक बंद है',
  beneficiary_name_in_use: 'यह नाम पहले से किसी और पार्टी का है। दोनों को मिला दें।',
  same_beneficiary: 'ये पहले से एक ही पार्टी हैं',
  not_merged: 'यह नाम किसी और में मिलाया हुआ नहीं है',
  too_many_spellings: 'एक पार्टी के 200 से ज़्यादा नाम नहीं हो सकते',
  purposes_changed: 'इस बीच किसी और ने “किस लिए” की सूची बदल दी है। सूची फिर से देखें, फिर अपना बदलाव सेव करें।',
  purpose_word_twice: '“{}” सूची में दो जगह है। हर शब्द एक ही जगह रखें।',
  too_many_budgets: '1,000 बजट पहले से हैं। जो अब काम का नहीं, उसे हटाएँ।',
  tally_unmapped: 'इनमें से कुछ एंट्रियों का Tally में कोई खाता नहीं चुना गया है। हर एक के लिए खाता चुनें।',
  tally_file_changed: 'यह फ़ाइल अब पहले जैसी नहीं बन सकती। इन्हीं दिनों की नई फ़ाइल बनाएँ।',
  nothing_to_reopen: 'इस तारीख के बाद का हिसाब बंद नहीं है',
} as const

export type OfficeErrorCode = keyof typeof OFFICE_ERROR_MESSAGES_IN_HINDI

/** Returns a refusal in Hindi, with the word that the English sentence names in quotes; undefined for other codes. */
export function officeErrorInHindi({ code, message }: { code: string; message: string }): string | undefined {
  const inHindi = isOfficeCode(code) ? OFFICE_ERROR_MESSAGES_IN_HINDI[code] : undefined
  const word = /“(.*)”/s.exec(message)?.[1]
  return word === undefined ? inHindi : inHindi?.replace('{}', () => word)
}

const isOfficeCode = (code: string): code is OfficeErrorCode => Object.hasOwn(OFFICE_ERROR_MESSAGES_IN_HINDI, code)
