/**
 * The number of rows per page read for a file. The discarded text of the pages takes most of the tab's memory, and
 * larger pages are no faster.
 */
export const EXPORT_ROWS_PER_PAGE = '500'
