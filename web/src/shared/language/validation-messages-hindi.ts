/**
 * The sentences of §5 from the contracts' schemas, in Hindi. tests/unit/web/language/validation-messages-hindi.test.ts
 * breaks every schema in every way and fails where one is missing here. They are written out, because the sign-in pages
 * would load the module from which a sentence is imported.
 */
export const VALIDATION_MESSAGES_IN_HINDI: Readonly<Record<string, string>> = {
  'Please enter both email and password': 'ईमेल और पासवर्ड दोनों लिखें',
  'Please enter both mobile number and password': 'मोबाइल नंबर और पासवर्ड दोनों लिखें',
  'Please enter a valid 10-digit mobile number': '10 अंकों का सही मोबाइल नंबर लिखें',
  'Mobile number is required': 'मोबाइल नंबर लिखें',
  'Name is required': 'नाम लिखें',
  'Password is required': 'पासवर्ड लिखें',
  'Password must be at least 8 characters long': 'पासवर्ड कम से कम 8 अक्षरों का रखें',
  'Amount is required': 'राशि लिखें',
  'Amount must be a positive number': 'राशि शून्य से ज़्यादा होनी चाहिए',
  'Please enter a valid amount greater than 0': 'सही राशि लिखें, शून्य से ज़्यादा',
  'Please use at most 2 digits after the decimal point': 'दशमलव के बाद ज़्यादा से ज़्यादा 2 अंक लिखें',
  'Amount can be at most ₹99,99,99,999.99': 'राशि ज़्यादा से ज़्यादा ₹99,99,99,999.99 हो सकती है',
  'A review is seen, not_duplicate or no_bill_needed': 'चुनें कि क्या देखा गया',
  'Please enter a whole number of days from 1 to 365': 'दिनों की संख्या 1 से 365 तक लिखें',
  'Recipient is required': 'लिखें कि किसे दिया',
  'Purpose is required': 'लिखें कि किस लिए दिया',
  'Payment mode is required': 'भुगतान का तरीका चुनें',
  'Please select a payment mode': 'भुगतान का तरीका चुनें',
  'Narration is required': 'विवरण लिखें',
  'Please select a site incharge': 'साइट इंचार्ज चुनें',
  'Please select a supervisor': 'सुपरवाइज़र चुनें',
  'Please provide a purpose for the money transfer': 'लिखें कि पैसे किस लिए भेज रहे हैं',
  'Please provide a narration for the transfer': 'ट्रांसफ़र का विवरण लिखें',
  'Please enter a name': 'नाम लिखें',
  'This password is commonly found in data breaches. Please use a stronger password':
    'यह पासवर्ड बहुत आम है और चोरी हुए पासवर्डों में मिल चुका है। कोई मज़बूत पासवर्ड रखें।',
  'Password should contain uppercase, lowercase, and numbers for better security':
    'सुरक्षा के लिए पासवर्ड में अंग्रेज़ी के बड़े और छोटे अक्षर और अंक रखें',
  'Please choose a role': 'पद चुनें',
  'Please enter your current password': 'अभी का पासवर्ड लिखें',
  'The current password is wrong': 'अभी का पासवर्ड गलत है',
  'Email is required': 'ईमेल लिखें',
  'Message is required': 'संदेश लिखें',
  'Please enter a valid email address': 'सही ईमेल लिखें',
  'Please enter a valid date': 'सही तारीख लिखें',
  'This date has not come yet. Please check it, and the date of your phone':
    'यह तारीख अभी आई नहीं है। तारीख देख लें, और फ़ोन की तारीख भी',
  'Please enter a valid PAN, such as ABCPD1234E': 'सही PAN लिखें, जैसे ABCPD1234E',
  'Please enter a valid GSTIN of 15 characters': '15 अक्षरों का सही GSTIN लिखें',
  'This GSTIN belongs to another PAN': 'यह GSTIN किसी और PAN का है',
  'Please enter a valid 10-digit phone number': '10 अंकों का सही फ़ोन नंबर लिखें',
  'Please attach the bill again': 'बिल फिर से लगाएँ',
  'Please attach at most 5 bills': 'ज़्यादा से ज़्यादा 5 बिल लगाएँ',
  'Please keep at most 500 purposes': 'ज़्यादा से ज़्यादा 500 नाम रखें',
  'Please keep at most 50 other words for one purpose': 'एक नाम के साथ ज़्यादा से ज़्यादा 50 और शब्द रखें',
  'Please give each purpose a name': 'हर एक का नाम लिखें',
  'Please remove words that are empty': 'खाली शब्द हटाएँ',
  'Please choose a month': 'महीना चुनें',
  'Please choose a site': 'साइट चुनें',
  'Please enter a valid amount, or 0 to take the budget away': 'सही राशि लिखें, या बजट हटाने के लिए 0 लिखें',
  'Please write the question': 'सवाल लिखें',
  'Please enter how much cash there is': 'कितना नकद है, लिखें',
  'Please enter the cash that you counted: 0 or more': 'गिना हुआ नकद लिखें: 0 या उससे ज़्यादा',
  'Please write the answer': 'जवाब लिखें',
  'Please say why the bill is erased': 'लिखें कि बिल क्यों मिटाया जा रहा है',
  'Please give a reason': 'कारण लिखें',
  'Please remove characters that cannot be printed': 'जो अक्षर छप नहीं सकते, उन्हें हटाएँ',
}

const MAX_LENGTH_MESSAGE = /^Please use at most (\d+) characters$/

/** Returns a rule's sentence in Hindi, or the English one where it is missing here. */
export function validationMessageInHindi(message: string): string {
  const [, most] = MAX_LENGTH_MESSAGE.exec(message) ?? []
  if (most !== undefined) return `ज़्यादा से ज़्यादा ${most} अक्षर लिखें`
  return VALIDATION_MESSAGES_IN_HINDI[message] ?? message
}
