import { inBothLanguages } from './in-both-languages.ts'

/** The title of a toast about a broken rule of a form (§5, "Error"). In Hindi it asks to mend it. */
export const brokenRuleTitle = inBothLanguages({ title: 'Error' }, { title: 'इसे ठीक करें' })
