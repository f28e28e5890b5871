/**
 * Which modules share a file. Left alone, each module that two screens share becomes a file of its own: the first
 * screen of head office asked for 96 files, half of them below 500 bytes, and the first screen's code names each.
 */

/** The part of Rolldown's look at a module that the groups use. */
interface ModuleLinks {
  isEntry: boolean
  importers: readonly string[]
  dynamicImporters: readonly string[]
}
type FindModule = (id: string) => ModuleLinks | null

/** Every first screen of the field shows rows of entries. */
const ROW_MODULES = pathPattern(
  'contracts/labels/(?:transaction-labels|generated-purposes)',
  'contracts/public-account-id',
  'text/(?:name-order|uuid)',
  'shared/api/(?:field-queries|new-rows-until-listed|refetch-interval|server-clock|sign-in-calls|today)',
  'language/(?:payment-mode-labels|dot-separator)',
  'forms/(?:use-debounced-text|form-draft)',
  'design/lazy-component',
  'page/(?:app-logo|page-title|company-name|product-name)',
  'entry/list/(?:entry-description|badge|bill-count|row-action-buttons|rows-skeleton|open-entry-button)',
  'entry/list/(?:other-party|drag-to-select-row-text)',
  'field/site-dashboard/screen-texts',
  'field/transactions/(?:transaction-row|transaction-filter)',
  'field/(?:use-field-logout|balance-status-words)',
  'field/home/(?:focus-transfer-form|lazy-[^/]+|masthead|screen-texts)',
  'field/khata/(?:account-days-from-months|backdated-[^/]+|day-heading|is-first-of-day|just-saved|purpose-glyph(?:-of)?)',
  'field/khata/(?:place-pending-rows|screen-texts|use-account-day-sums)',
  'field/acknowledgement/(?:lazy-unacknowledged-transfers|may-acknowledge|received-button|screen-texts)',
  'field/store-filled-by-lazy-parts',
  'field/outbox/ui/use-lazy-outbox',
  'field/transaction-dialog/(?:edit-permissions|use-transaction-dialogs)',
  'field/unfinished-photos/photo-first-button',
  'session/(?:use-redirect-when-signed-out|logout-error-text|session-ended|entries-waiting-for-sign-in|sign-in-again)',
  'voice/mobile-device',
  'language/use-name-order',
  'icons/(?:calendar-days|camera|chart-column|chevron-right|list|log-out|plus)',
)

/** Modules of the sign-in pages and of most forms after them. */
const FORM_MODULES = pathPattern(
  'controls/(?:form-field|password-input)',
  'page/(?:signed-out-layout|brickwork-drawing)',
  'language/validation-messages-hindi',
  'forms/(?:truncate-quoted-text|mobile-field)',
  'language/(?:broken-rule-title|latin-digits)',
  'sign-in/(?:mobile-field|screen-texts|session-ended-notice|sign-in-form|use-sign-in|validate-sign-in)',
  'useMutation',
  'mutationObserver',
  'icons/(?:arrow-left|clock|eye|eye-off)',
)

/** Modules of long lists and of their outputs. */
const LIST_MODULES = pathPattern(
  'node_modules/@tanstack/(?:react-virtual|virtual-core)/.+',
  'entry/list/(?:virtual-list[^/]*|marked-text|filter-chips|list-totals)',
  'field/transactions/(?:use-transaction-pages|transaction-list|screen-texts)',
  'useInfiniteQuery',
  'infiniteQuery[^/]+',
  'shared/export/print/[^/]+',
  'shared/export/dialog/(?:export-button|screen-texts|use-export|use-export-dialog)',
  'shared/export/file/(?:file-name|cut-to-bytes|run-export|company-file-name|save-file)',
  'text/invisible-characters',
  'language/period-text',
  'controls/radio-choice',
  'entry/form/(?:day-range-fields|day-field|screen-texts)',
  'design/after-press',
  'forms/use-rule-translation',
  'period/named-periods',
  'language/purpose-namer',
  'icons/file-spreadsheet',
)

/** Modules that load at once where there is no network, and otherwise after the first screen. */
const DEFERRED_MODULES = pathPattern(
  'app/(?:deferred-startup|live-updates/[^/]+|offline/[^/]+)',
  'storage/indexed-db',
  'idb/build/index',
  'contracts/dates',
  'events/transaction-row-sides-and-ids',
  'session/(?:last-signed-in|persistent-storage)',
  'icons/wifi-off',
  'shared/api/(?:read-event-stream|wait-before-retry|own-transaction-queries|optimistic-rows)',
  'shared/api/(?:affected-queries|office-queries)',
)

/** Small modules of nearly all screens but the first ones. */
const SMALL_MODULES = pathPattern('lucide-react/.+', 'useLocation', 'page/screen-header')

const FORM_LIBRARIES = /\/node_modules\/(?:zod|react-hook-form|downshift|compute-scroll-into-view)\//
const CHART_MODULES = /\/node_modules\/(?:recharts|d3-[^/]+|internmap|victory-vendor|classnames)\/|\/shared\/charts\//

/** A later group takes along what its modules import, unless a group with a higher priority has it. */
export const CHUNK_GROUPS = [
  { name: 'everywhere', minShareCount: 18, test: isNeededAtOnce },
  // The script in index.html.
  { name: 'app', tags: ['$initial' as const] },
  { name: 'forms', test: FORM_MODULES },
  { name: 'rows', test: ROW_MODULES },
  { name: 'after-first-screen', test: DEFERRED_MODULES },
  { name: 'lists', test: LIST_MODULES },
  { name: 'small', test: SMALL_MODULES, minShareCount: 2 },
  { name: 'form-libraries', test: FORM_LIBRARIES },
  { name: 'charts', test: CHART_MODULES, minShareCount: 2 },
  ...(['shared', 'field', 'office'] as const).map((area) => ({
    name: (id: string, context: { getModuleInfo: FindModule }) =>
      areaOf(id, (one) => context.getModuleInfo(one)) === area ? area : null,
    debugName: area,
    minShareCount: 2,
  })),
].map((group, index, groups) => ({ ...group, priority: groups.length - index }))

/**
 * Tells whether the first screen may need the module. Fields, the schemas and their library load with the first form,
 * because no form is filled in before the first screen.
 */
function isNeededAtOnce(id: string): boolean {
  return !/\/(node_modules\/zod\/|contracts\/|zod-without-eval|validation-messages-hindi|controls\/form-field\.tsx)/.test(
    id,
  )
}

/** Files that only export those of their package again: they import all of it for each that is used. */
const INDEX_OF_PACKAGE = /\/node_modules\/.+\/(?:index\.m?js|lucide-react\.mjs)$/

/**
 * Returns whose screens use a module; undefined where it begins a file of its own, because it is imported where it is
 * needed.
 */
function areaOf(id: string, find: FindModule): 'field' | 'office' | 'shared' | undefined {
  if (isBeginning(find(id))) return undefined
  const areas = new Set([...beginningsOf(id, find)].map(areaOfPath))
  const [only = 'shared', ...others] = areas
  return others.length > 0 ? 'shared' : only
}

function areaOfPath(id: string): 'field' | 'office' | 'shared' {
  if (/\/src\/(?:office|audit)\//.test(id)) return 'office'
  return /\/src\/field\//.test(id) ? 'field' : 'shared'
}

const isBeginning = (module: ModuleLinks | null) =>
  module !== null && (module.isEntry || module.dynamicImporters.length > 0)

/** Returns the modules that begin a file and need this one. */
function beginningsOf(id: string, find: FindModule): ReadonlySet<string> {
  const seen = new Set([id])
  // A set is also walked through what is added meanwhile.
  for (const one of seen)
    for (const importer of find(one)?.importers ?? []) if (!INDEX_OF_PACKAGE.test(importer)) seen.add(importer)
  return new Set([...seen].filter((one) => isBeginning(find(one))))
}

/** @param paths of modules, from some folder on and without the extension */
function pathPattern(...paths: readonly string[]): RegExp {
  return new RegExp(`/(${paths.join('|')})\\.\\w+$`)
}
