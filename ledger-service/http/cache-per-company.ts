import type { CompanyContext } from './company-context.ts'

/**
 * Returns a function that returns the value of a company, such as a cache: made at its first use, and released with the
 * company's services.
 */
export function cachePerCompany<Value>(make: (service: CompanyContext) => Value): (service: CompanyContext) => Value {
  const values = new WeakMap<CompanyContext, { value: Value }>()
  return (service) => {
    const known = values.get(service)
    if (known) return known.value
    const value = make(service)
    values.set(service, { value })
    return value
  }
}
