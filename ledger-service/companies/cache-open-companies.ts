import { setTimeout as sleep } from 'node:timers/promises'

/** A company is closed after this time without use: longer than a user reads a screen without an open stream. */
const IDLE_MS = 10 * 60_000
const SWEEP_MS = 30_000
/**
 * Each occupies memory (docs/performance-details.md, Many companies), and a client that sends requests to every host
 * opens all of them: above this number the company that has been idle longest is closed.
 */
const MAX_OPEN = 300
/** The wait after the last use of a disabled company: work that was begun for closed connections ends by itself. */
const AFTER_LAST_USE_MS = 1000

interface Closable {
  close(): Promise<void>
}

/** A use of a company's services, which stay open until it is released. */
export interface CompanyUse<Services> {
  services: Services
  /** Call it once. */
  release: () => void
}

/** The services of the companies in use: opened at the first use, and closed when they have been idle. */
export interface OpenCompanies<Services> {
  /**
   * Opens the company where it is not open. One that is closing is closed first.
   * @throws the error of opening, which the next use tries again; Error where the server closes
   */
  acquire(companyId: string): Promise<CompanyUse<Services>>
  /**
   * Returns the services of a company in use.
   * @throws where it is not open
   */
  current(companyId: string): Services
  /** Returns the companies that are open, opening or closing. */
  companyIds(): string[]
  /** Ends the streams of a company, and closes it after its last use. */
  evict(companyId: string): Promise<void>
  /** Ends all streams and opens no more companies: the server closes. */
  endStreams(): void
  /** Closes all companies; call it when the server answers no more requests. */
  close(): Promise<void>
}

interface OpenCompany<Services> {
  opening: Promise<Services>
  /** Set once it is open. */
  services: Services | undefined
  endOfStreams: AbortController
  uses: number
  idleSinceMs: number
  released: PromiseWithResolvers<void>
  closing: Promise<void> | undefined
}

/**
 * @param open opens the services; the signal aborts when the company's streams must end
 * @param mayEvict returns whether idle companies may be closed
 * @param maxOpen the limit of open companies, unless more of them are in use
 */
export function cacheOpenCompanies<Services extends Closable>(
  open: (companyId: string, endOfStreams: AbortSignal) => Promise<Services>,
  mayEvict: () => boolean,
  onError: (error: Error, companyId: string) => void,
  maxOpen = MAX_OPEN,
): OpenCompanies<Services> {
  const companies = new Map<string, OpenCompany<Services>>()
  let isServerClosing = false

  function begin(companyId: string): OpenCompany<Services> {
    if (isServerClosing) throw new Error('The server closes')
    const endOfStreams = new AbortController()
    const company: OpenCompany<Services> = {
      opening: open(companyId, endOfStreams.signal),
      services: undefined,
      endOfStreams,
      uses: 0,
      idleSinceMs: performance.now(),
      released: Promise.withResolvers(),
      closing: undefined,
    }
    companies.set(companyId, company)
    company.opening.then(
      (services) => {
        company.services = services
      },
      () => forget(companyId, company),
    )
    const excess = [...companies.values()].filter(({ closing }) => !closing).length - maxOpen
    for (const [idlest] of idle().slice(0, Math.max(excess, 0))) void evict(idlest)
    return company
  }

  async function acquire(companyId: string): Promise<CompanyUse<Services>> {
    const before = companies.get(companyId)
    if (before?.closing) {
      await before.closing
      return acquire(companyId)
    }
    const company = before ?? begin(companyId)
    company.uses++
    try {
      return { services: await company.opening, release: () => release(company) }
    } catch (error) {
      release(company)
      throw error
    }
  }

  function release(company: OpenCompany<Services>): void {
    if (--company.uses > 0) return
    company.idleSinceMs = performance.now()
    if (company.endOfStreams.signal.aborted) company.released.resolve()
  }

  async function evict(companyId: string): Promise<void> {
    const company = companies.get(companyId)
    if (!company) return
    company.closing ??= closeCompany(companyId, company).catch((error) => onError(error, companyId))
    await company.closing
  }

  async function closeCompany(companyId: string, company: OpenCompany<Services>): Promise<void> {
    company.endOfStreams.abort()
    // A closed server answers no more requests.
    if (company.uses > 0 && !isServerClosing) {
      await company.released.promise
      await sleep(AFTER_LAST_USE_MS)
    }
    try {
      await (await company.opening).close()
    } finally {
      forget(companyId, company)
    }
  }

  function forget(companyId: string, company: OpenCompany<Services>): void {
    // Another use may have begun to open it anew.
    if (companies.get(companyId) === company) companies.delete(companyId)
  }

  /** Returns the companies that may be closed, the one that has been idle longest first. */
  function idle(): [string, OpenCompany<Services>][] {
    return mayEvict()
      ? [...companies]
          .filter(([, { services, uses, closing }]) => services && uses === 0 && !closing)
          .toSorted(([, one], [, other]) => one.idleSinceMs - other.idleSinceMs)
      : []
  }

  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [companyId, { idleSinceMs }] of idle()) if (now - idleSinceMs > IDLE_MS) void evict(companyId)
  }, SWEEP_MS).unref()

  return {
    acquire,
    current(companyId) {
      const services = companies.get(companyId)?.services
      if (!services) throw new Error('The company is not open')
      return services
    },
    companyIds: () => [...companies.keys()],
    evict,
    endStreams() {
      isServerClosing = true
      for (const { endOfStreams } of companies.values()) endOfStreams.abort()
    },
    async close() {
      clearInterval(sweep)
      await Promise.all([...companies.keys()].map((companyId) => evict(companyId)))
    },
  }
}
