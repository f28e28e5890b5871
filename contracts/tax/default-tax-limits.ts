import type { TaxLimits } from '../events/setting-schemas.ts'

/**
 * The limits of the lists for tax before a company sets any, as the Income-tax Act has them: a payment above ₹30,000 at
 * once or ₹1,00,000 in a financial year to one contractor (section 194C), and cash above ₹10,000 to one party on one
 * day (section 40A(3)).
 */
export const DEFAULT_TAX_LIMITS: TaxLimits = {
  singlePaise: 30_000_00,
  yearPaise: 1_00_000_00,
  cashDayPaise: 10_000_00,
}
