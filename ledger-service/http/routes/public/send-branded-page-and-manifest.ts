import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { CompanyName } from '../../company-hosts.ts'

/** The page of every screen. */
export const INDEX_HTML = 'index.html'

/** Returns a built file with the company's name in it; undefined where the file stays as the build made it. */
type BrandFile = (text: string, company: CompanyName) => string | undefined

const branding: Record<string, { type: string; write: BrandFile }> = {
  [INDEX_HTML]: { type: 'text/html; charset=utf-8', write: brandPage },
  'manifest.webmanifest': { type: 'application/manifest+json', write: brandManifest },
  'manifest.hi.webmanifest': { type: 'application/manifest+json', write: brandManifest },
}

/**
 * The files that contain the company's name. Where an installation has several, tabs and apps of two companies must
 * look different; where it has one, the page has the name for paper and files.
 */
export const BRANDED_FILES = Object.keys(branding)

/**
 * Sends one of them.
 * @param company undefined: as the build made it, compressed
 */
export async function sendBrandedFile(
  reply: FastifyReply,
  { directory, file, company }: { directory: string; file: string; company: CompanyName | undefined },
): Promise<FastifyReply> {
  const { type, write } = branding[file] ?? {}
  if (company === undefined || !type || !write) return sendBuiltFile(reply, file)
  // Read each time, because a new version replaces the file.
  const text = write(await readFile(join(directory, file), 'utf8'), company)
  if (text === undefined) return sendBuiltFile(reply, file)
  return reply.header('cache-control', 'no-cache').type(type).send(text)
}

export const sendBuiltFile = (reply: FastifyReply, file: string) =>
  reply.header('cache-control', 'no-cache').sendFile(file)

/** Returns the page with the name where the web app reads it (web/src/shared/design/page/company-name.ts). */
function brandPage(html: string, { name, isOnly }: CompanyName): string | undefined {
  if (isOnly && name === PRODUCT_NAME) return undefined
  const written = name.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return html.replace(/<title>.*<\/title>/, (title) =>
    isOnly
      ? `${title}\n    <meta name="company-name" content="${written}" />`
      : `<title>${written}</title>\n    <meta name="application-name" content="${written}" />`,
  )
}

/** An installation whose company was given no name has the product's. */
const PRODUCT_NAME = 'Site Ledger'

function brandManifest(text: string, { name, isOnly }: CompanyName): string | undefined {
  if (isOnly) return undefined
  return JSON.stringify({ ...JSON.parse(text), name, short_name: name })
}
