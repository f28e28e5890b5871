/** Variables that any program may read. PostgreSQL's variables for trust in the server are included; no password is. */
const OF_THE_MACHINE =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|NODE_OPTIONS|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|PGSSL\w+|(HTTPS?|NO)_PROXY|LD_LIBRARY_PATH)$/i

/**
 * Returns the part of an environment that describes the machine. A child process that receives everything else by other
 * means needs only this; it contains no setting, and therefore no secret.
 */
export function machineEnvironmentVariables(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(all).filter(([name]) => OF_THE_MACHINE.test(name)))
}
