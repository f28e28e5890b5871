/** The contact details of the public page's company, in either language. */
export const CONTACT_EMAIL = 'office@vindhyarashmi.example'
export const CONTACT_PHONE = '+91 731 555 0142'
