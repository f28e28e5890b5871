/** Words as people write them: each line is one word, in all its spellings, of which the first sounds as the others. */
export const SAME_WORDS = `
शर्मा sharma sharmaa
वर्मा verma varma
गुप्ता gupta guptaa
गुप्त gupta
मिश्रा mishra misra मिश्र
शुक्ला shukla sukla शुक्ल
यादव yadav yaadav yadaw
सिंह singh sinh सिंघ
चौधरी chaudhary choudhary chowdhury chaudhari
श्रीवास्तव srivastava shrivastav
विश्वकर्मा vishwakarma vishvakarma
कुशवाहा kushwaha kushvaha
प्रजापति prajapati prajapathi
मोहम्मद mohammad mohammed muhammad
अहमद ahmad ahmed
रहमान rahman rehman
ख़ान khan खान
शेख sheikh shaikh sekh शेख़
अंसारी ansari अन्सारी
इमरान imran imraan
फ़िरोज़ firoz phiroz फिरोज
राजेश rajesh raajesh
महेश mahesh
सुरेश suresh
रमेश ramesh raamesh
दिनेश dinesh
मुकेश mukesh
गणेश ganesh
रामलाल ramlal raamlal ramlaal
मोहन mohan
कमला kamla kamala
सीता sita seeta
गीता gita geeta
लक्ष्मी laxmi lakshmi lakshmee
कृष्णा krishna krishnaa कृष्ण
विष्णु vishnu visnu
विजय vijay vijai
संजय sanjay sanjai
अजय ajay
अशोक ashok
अनिल anil
सुनील sunil suneel
विक्रम vikram
पंकज pankaj पङ्कज
संतोष santosh सन्तोष
चंद्र chandra chander चन्द्र
राव rao rav
जोशी joshi joshee
पांडे pande pandey
दुबे dube dubey
ठाकुर thakur thaakur
पटेल patel
देशमुख deshmukh
कुलकर्णी kulkarni
मेहता mehta
मल्होत्रा malhotra
अग्रवाल agrawal agrwal
जायसवाल jaiswal jayaswal jayswal
राठौड़ rathod rathor
चाय chai chay chaay
अच्छा achha accha achchha
कच्चा kachcha kaccha
वाला wala vala waala
पानी pani paani
खाना khana khaana
किराया kiraya kiraaya
भाड़ा bhada bhara
मज़दूरी mazduri majduri majdoori mazdoori मजदूरी
मज़दूर mazdoor majdur मजदूर
मिस्त्री mistri mistry
ठेकेदार thekedar
ढुलाई dhulai dhulaai
सफ़ाई safai सफाई
पुताई putai
मिट्टी mitti
गिट्टी gitti gitty
बजरी bajri bajari
रेत ret
ईंट eent int
पत्थर patthar pathar
सरिया sariya saria
लकड़ी lakdi lakri
चूना chuna choona
लोहा loha
बाल्टी balti
तार tar taar
रस्सी rassi
दरवाज़ा darwaza darvaja दरवाजा
खिड़की khidki khirki
सीमेंट cement siment seement सिमेंट सीमेन्ट
स्टील steel stil
पेंट paint
पाइप pipe paip
टाइल tile
टाइल्स tiles
प्लाईवुड plywood
हार्डवेयर hardware
ट्रेडर्स traders tredars
ब्रदर्स brothers
कंपनी company kampani कम्पनी
डीज़ल diesel dizal डीजल
पेट्रोल petrol
ट्रैक्टर tractor
ट्रक truck
क्रेन crane
मशीन machine mashin
मोटर motor
पंप pump पम्प
टैंक tank
टैंकर tanker
केबल cable
वायर wire
लाइट light
बल्ब bulb
स्विच switch
बैटरी battery
बोल्ट bolt
नट nut
बैग bag
गैस gas
टैक्सी taxi
होटल hotel
मेडिकल medical
डॉक्टर doctor
सर्विस service
ट्रांसपोर्ट transport
ट्रैवल्स travels
बिल्डिंग building
कंस्ट्रक्शन construction
इंजीनियर engineer
इलेक्ट्रिक electric
प्लम्बर plumber प्लंबर
लेबर labour labor
पेपर paper
प्रिंटर printer
कंप्यूटर computer कम्प्यूटर
फर्नीचर furniture
ग्रेनाइट granite
मार्बल marble
ब्रिक brick
ब्लॉक block
रॉड rod
रोड road
स्कूल school
स्टेशन station
मुंबई mumbai मुम्बई
दिल्ली delhi dilli
लखनऊ lucknow lakhnau
जयपुर jaipur jaypur
गुड़गाँव gurgaon gudgaon गुड़गांव
चंडीगढ़ chandigarh
अलीगढ़ aligarh
इंदौर indore indaur
भोपाल bhopal
पुणे pune
नागपुर nagpur
हैदराबाद hyderabad haidarabad
वाराणसी varanasi
ग्वालियर gwalior
आगरा agra
सूरत surat
पटना patna
नोएडा noida
ज्ञान gyan gyaan
विज्ञान vigyan
क्षत्रिय kshatriya
माँ maa maan मां
भाई bhai
बाबू babu baboo
`

/** Different words that a key of the consonants alone, or one that is careless about a vowel at the end, would join. */
export const DIFFERENT_WORDS = `
chai चावल
chai चो
chabi चाय
ram रमा
rama राम
ramu रामा
raja राज
raju राजा
sangh सिंह
singh संघ
karan किरण
kiran करण
kamal कोमल
komal कमल
kamla कमल
dinesh दानिश
mahesh मोहिश
mohan मीहान
bajri बाज़ार
bajra बजरी
bazar बाजरा
kamra कमर
kumari कुमार
ret रात
raat रेत
rot रेत
tel ताल
tal तेल
tala ताली
mala मेला
mela माली
mali माला
mitti मोती
moti मिट्टी
mota मिट्टी
pani पेन
pen पानी
pina पानी
sita सीट
seeta साथी
gita गोता
lal लीला
lila लाला
loha लहू
dana दीना
dena दान
dal दिल
dil दाल
gul गोली
kela काला
kali कील
sari सरिया
bhada बूढ़ा
vijay वाजा
patna पुताना
int अंत
balti बलात
sona सूना
rassi रसा
nal नील
`
