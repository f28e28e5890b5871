import { pageOfFragment, type SectionId } from '@ledger/web/src/office/dashboard/page-of-section.ts'
import { words } from '@ledger/web/src/office/dashboard/screen-texts.ts'
import type { Locator, Page } from 'playwright-core'
import { signInOfficeUser } from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, addCookiesOf, DESK, type PHONE } from './app-in-browser.ts'

interface Options {
  viewport?: typeof PHONE
  language?: 'en' | 'hi'
  /** An auditor's email address, whose password is TEST_PASSWORD; the admin by default. */
  auditor?: string
  keepsApp?: boolean
  /** Called before the page loads. */
  prepare?: (page: Page) => Promise<void>
}

/** Opens the dashboard as a member of head office, without the form and its toast. */
export async function openAdminDashboard(
  app: AppInBrowser,
  { auditor, viewport = DESK, language = 'en', keepsApp = false, prepare }: Options = {},
): Promise<Page> {
  const page = await app.openSignedOutPage({ viewport, language, keepsApp })
  await addCookiesOf(auditor === undefined ? app.office : await signInOfficeUser(app.api.origin, auditor), page)
  await prepare?.(page)
  await page.goto(`${app.api.origin}/admin`)
  // The sections appear after the session is known.
  await page.locator('#overview').waitFor()
  return page
}

/** The sections of §2 and the key of their title in the words of the dashboard. */
const SECTION_TITLES = {
  sites: 'sites',
  recent: 'recent',
  sendMoney: 'sendTitle',
  pictures: 'pictures',
  incharges: 'incharges',
  supervisors: 'supervisors',
  auditors: 'auditors',
  siteLedger: 'siteLedger',
  supervisorLedger: 'supervisorLedger',
  beneficiaries: 'beneficiaries',
  search: 'searchAll',
  messages: 'messages',
} as const satisfies Partial<Record<SectionId, keyof (typeof words)['en']>>

const pageOfSection = (id: string) => pageOfFragment(id) ?? '/admin'

/** The pages of head office that have sections of §2. */
const OFFICE_PAGES = [...new Set(Object.keys(SECTION_TITLES).map(pageOfSection))]

/** Opens a page of head office by its link in the menu; on a phone some links are under "More". */
export async function openOfficePage(page: Page, path: string): Promise<void> {
  const isThere = () => new URL(page.url()).pathname.replace(/^\/(comprehensive-)?admin-dashboard$/, '/admin') === path
  if (isThere()) return
  const link = page.locator(`nav a[href="${path}"], nav a[href^="${path}?"], dialog a[href="${path}"]`)
  // A page that was just opened has no menu yet.
  await page.locator('nav').first().waitFor()
  if (!(await link.first().isVisible())) await page.getByRole('button', { name: /^(More|और)$/ }).click()
  await link.filter({ visible: true }).first().click()
  await page.waitForURL((url) => url.pathname === path)
}

/** Shows one of the books: by its link at a desk, from a list on a phone. */
async function chooseBook(page: Page, id: string): Promise<void> {
  const [link, list] = [page.locator(`main nav a[href$="#${id}"]`), page.locator('main nav select')]
  await link.or(list).waitFor()
  if (await list.isVisible()) await list.selectOption(id)
  else await link.click()
}

/** Returns a section of §2 by its title, on the page that has it, in view and loaded. */
export async function openDashboardSection(page: Page, title: string): Promise<Locator> {
  const found = Object.entries(SECTION_TITLES).find(([, key]) => words.en[key] === title || words.hi[key] === title)
  await openOfficePage(page, pageOfSection(found?.[0] ?? ''))
  // One of the two books is shown at a time.
  if (found?.[0].endsWith('Ledger')) await chooseBook(page, found[0])
  return inView(page.getByRole('region', { name: title, exact: true }))
}

/** Returns a section of §2 by the id that its address names, in any language. */
export async function openSection(page: Page, id: keyof typeof SECTION_TITLES): Promise<Locator> {
  await openOfficePage(page, pageOfSection(id))
  return inView(page.locator(`#${id}`))
}

async function inView(section: Locator): Promise<Locator> {
  await section.evaluate((element) => element.scrollIntoView())
  return section
}

/** Returns the row of a person or a transaction in a section. */
export const listItemNamed = (section: Locator, name: string) => section.getByRole('listitem').filter({ hasText: name })

/** Opens every page that has sections of §2, and looks at each section once it has loaded. */
export async function visitEverySection(
  page: Page,
  look: (section: Locator) => Promise<void> = async () => {},
): Promise<void> {
  for (const path of OFFICE_PAGES) {
    await openOfficePage(page, path)
    // `all` does not wait: before the session is known no section exists, or those of the page before still stand.
    const [first] = Object.keys(SECTION_TITLES).filter((id) => pageOfSection(id) === path)
    await page.locator(`main section#${first}`).waitFor()
    await visitSectionsOfPage(page, look)
    // The page shows one of the two books at a time.
    if (path !== '/admin/ledgers') continue
    await chooseBook(page, 'supervisorLedger')
    await page.locator('main section#supervisorLedger').waitFor()
    await visitSectionsOfPage(page, look)
  }
}

async function visitSectionsOfPage(page: Page, look: (section: Locator) => Promise<void>): Promise<void> {
  for (const section of await page.locator('main section[id]').all()) {
    await section.evaluate((element) => element.scrollIntoView())
    await section.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await look(section)
  }
}
