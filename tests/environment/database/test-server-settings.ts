/**
 * The files are removed with the run, and no power failure has to be survived; tests of killed servers use servers of
 * their own.
 */
export const TEST_SERVER_SETTINGS = { max_connections: '200', fsync: 'off', full_page_writes: 'off' }
