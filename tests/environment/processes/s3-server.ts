import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '@ledger/bills/s3-settings.ts'
import { temporaryFolder } from '../files/temporary-folder.ts'

export interface S3Server {
  settings: S3Settings
  /** Returns the keys of all objects in the bucket. */
  keys(): string[]
  /** Replaces the bytes of an object without the server. */
  overwrite(key: string, bytes: Buffer): void
  /** Removes the bytes of an object without the server. */
  lose(key: string): void
  close(): Promise<void>
}

const BUCKET = 'bills'
/** The suffix of the files in which the server stores the bytes of objects. */
const SUFFIX = '._S3rver_object'

/** Starts an object store with an empty bucket that speaks S3 over HTTP and verifies signatures. */
export async function startS3Server(): Promise<S3Server> {
  const directory = temporaryFolder()
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await server.run()
  const bucket = join(directory, BUCKET)
  const fileOf = (key: string) => {
    const file = join(bucket, `${key}${SUFFIX}`)
    if (!existsSync(file)) throw new Error(`The store has no ${key}`)
    return file
  }
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'ap-south-1',
      bucket: BUCKET,
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    keys: () =>
      readdirSync(bucket, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(SUFFIX))
        .map((name) => name.slice(0, -SUFFIX.length)),
    overwrite: (key, bytes) => writeFileSync(fileOf(key), bytes),
    lose: (key) => rmSync(fileOf(key)),
    close: () => server.close(),
  }
}
