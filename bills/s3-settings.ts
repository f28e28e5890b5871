import { optionalSetting } from '@ledger/contracts/processes/common-process-settings.ts'
import { z } from 'zod'

/**
 * The settings of an object store (api.md, Running it): either all of them, or none, and bills are stored in
 * PostgreSQL.
 */
export const S3_SETTINGS_SCHEMA = {
  BILLS_S3_ENDPOINT: optionalSetting(
    z.url({ protocol: /^https?$/, error: 'BILLS_S3_ENDPOINT must look like https://s3.example.in' }),
  ),
  BILLS_S3_REGION: optionalSetting(z.string()),
  BILLS_S3_BUCKET: optionalSetting(z.string()),
  BILLS_S3_ACCESS_KEY: optionalSetting(z.string()),
  BILLS_S3_SECRET_KEY: optionalSetting(z.string()),
}

export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
}

export const S3_INCOMPLETE_SENTENCE =
  'BILLS_S3_ENDPOINT, _REGION, _BUCKET, _ACCESS_KEY and _SECRET_KEY must be given all five, or none'

type S3Environment = { [Name in keyof typeof S3_SETTINGS_SCHEMA]?: string | undefined }

export function parseS3Settings(given: S3Environment): S3Settings | undefined | 'incomplete' {
  const {
    BILLS_S3_ENDPOINT: endpoint,
    BILLS_S3_REGION: region,
    BILLS_S3_BUCKET: bucket,
    BILLS_S3_ACCESS_KEY: accessKey,
    BILLS_S3_SECRET_KEY: secretKey,
  } = given
  if (endpoint && region && bucket && accessKey && secretKey) return { endpoint, region, bucket, accessKey, secretKey }
  return endpoint || region || bucket || accessKey || secretKey ? 'incomplete' : undefined
}
