/** Something outside the program keeps it from starting. Its message is one sentence for the person at the terminal. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

/** The one reason that may pass by itself while the launcher waits. */
export class DiskFull extends CannotStart {
  override name = 'DiskFull'
}

/**
 * The sentence for an error of the file system at `path`, as a CannotStart; other errors are given back as they are.
 */
export function explainFileError(error: unknown, path: string): unknown {
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path)
  if (code === 'EACCES' || code === 'EPERM') return new CannotStart(`${path} may not be written by this user.`)
  if (code === 'EROFS') return new CannotStart(`${path} is on a disk that is read-only.`)
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new CannotStart(`${path} is in the way: a folder is needed there.`)
  return error
}

/** The sentence for a disk without room at `path`. */
export function diskFull(path: string): DiskFull {
  return new DiskFull(`The disk that holds ${path} is full. Make room and start again.`)
}

/** The `code` of a system or driver error (ENOSPC, ECONNREFUSED, 28P01), or undefined. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
