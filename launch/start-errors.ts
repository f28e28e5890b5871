/** A condition outside the program prevents its start. The message is one sentence for the person at the terminal. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** The only reason that may resolve itself while the launcher waits. */
export class DiskFull extends CannotStart {
  override name = 'DiskFull'
}

/** Returns a CannotStart for a file system error at `path`; returns other errors unchanged. */
export function explainFileError(error: unknown, path: string): unknown {
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path)
  if (code === 'EACCES' || code === 'EPERM') return new CannotStart(`${path} may not be written by this user.`)
  if (code === 'EROFS') return new CannotStart(`${path} is on a disk that is read-only.`)
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new CannotStart(`${path} is in the way: a folder is needed there.`)
  return error
}

/** Returns the error for a disk without space at `path`. */
export function diskFull(path: string): DiskFull {
  return new DiskFull(`The disk that holds ${path} is full. Make room and start again.`)
}

/** Returns the `code` of a system or driver error (ENOSPC, ECONNREFUSED, 28P01), or undefined. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
