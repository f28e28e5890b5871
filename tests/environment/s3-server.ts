import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '@ledger/bills/settings.ts'
import { temporaryFolder } from './folder.ts'

export interface S3Server {
  settings: S3Settings
  /** The keys of everything that is in the bucket. */
  keys(): string[]
  /** Puts other bytes where an object's are, past the server. */
  overwrite(key: string, bytes: Buffer): void
  /** Takes the bytes of an object away, past the server. */
  lose(key: string): void
  close(): Promise<void>
}

const BUCKET = 'bills'
/** So the server keeps the bytes of an object in its folder. */
const SUFFIX = '._S3rver_object'

/** A store of objects that speaks S3 over HTTP and looks at signatures, with an empty bucket. */
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
