/** The worklists in the order in which Today shows them. Each is a value of the filter `worklist`. */
export const WORKLISTS = [
  'lowCash',
  'withoutBill',
  'questions',
  'enteredLate',
  'looksTwice',
  'large',
  'changed',
] as const
