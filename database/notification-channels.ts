/** The channel on which the write side notifies, after a commit, that there are new events. */
export const LOG_CHANNEL = 'ledger'
/**
 * The channel on which an export requests a checkpoint from the signer. The application name below shows that the
 * signer is listening.
 */
export const SIGN_CHANNEL = 'sign'
export const SIGNER_LISTENER_APPLICATION_NAME = 'site-ledger signer listen'
