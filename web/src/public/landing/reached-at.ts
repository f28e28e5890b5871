/** The contact details of the public page's company, in either language. */
export const EMAIL = 'office@vindhyarashmi.example'
export const PHONE = '+91 731 555 0142'
