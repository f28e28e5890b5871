import type { CompanyContext } from './company-context.ts'

/**
 * Returns a function that returns the value of a company, such as a cache: made at its first use, and released with the
 * company's services.
 */
export function cachePerCompany<Value>(make: (company: CompanyContext) => Value): (company: CompanyContext) => Value {
  const values = new WeakMap<CompanyContext, { value: Value }>()
  return (company) => {
    const known = values.get(company)
    if (known) return known.value
    const value = make(company)
    values.set(company, { value })
    return value
  }
}
