/** Where the company of the public page is reached, in either language. */
export const EMAIL = 'office@vindhyarashmi.example'
export const PHONE = '+91 731 555 0142'
