/** Rows of one page that is read for a file: of what is read and thrown away the tab holds most, and larger ones are no faster. */
export const FILE_PAGE = '500'
