import type { OfficeLimits } from './events/setting-schemas.ts'

/**
 * The limits of a company that has never set any, as an accountant in India would expect them:
 *
 * - cash below ₹10,000 is short: with less, a site cannot make one cash payment of the largest amount that the
 *   Income-tax Act lets a business deduct (section 40A(3), ₹10,000 to one person on one day);
 * - an expense above ₹5,000 needs a bill: above it a receipt needs a revenue stamp, so every supplier gives one;
 * - an entry above ₹2,00,000 is large: from it on the Act forbids cash (section 269ST);
 * - an entry is late after 7 days: sites settle their accounts weekly, with the wages.
 */
export const DEFAULT_OFFICE_LIMITS: OfficeLimits = {
  lowCashPaise: 10_000_00,
  billAbovePaise: 5_000_00,
  largePaise: 2_00_000_00,
  lateDays: 7,
}
