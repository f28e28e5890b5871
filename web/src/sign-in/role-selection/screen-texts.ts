import { inBothLanguages } from '../../shared/language/in-both-languages.ts'

export const words = inBothLanguages(
  {
    title: 'Choose your role',
    admin: 'Admin',
    adminPlace: 'Head Office',
    adminTasks: 'Manage all sites, send money, view reports',
    site: 'Site Incharge',
    sitePlace: 'Field User',
    siteTasks: 'Manage site expenses and transactions',
    continue: 'Continue',
    external: 'Sign in with your company account',
    logged: 'Admin activities are logged',
  },
  {
    title: 'आप कौन हैं?',
    admin: 'एडमिन',
    adminPlace: 'हेड ऑफिस',
    adminTasks: 'सभी साइटें सँभालें, पैसे भेजें, रिपोर्ट देखें',
    site: 'साइट इंचार्ज',
    sitePlace: 'साइट पर',
    siteTasks: 'साइट के खर्च और लेन-देन सँभालें',
    continue: 'आगे बढ़ें',
    external: 'कंपनी के खाते से साइन इन करें',
    logged: 'एडमिन का हर काम दर्ज होता है',
  },
)
