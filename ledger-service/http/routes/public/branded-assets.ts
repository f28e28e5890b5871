import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'

/** The page of every screen. */
export const INDEX_HTML = 'index.html'

/** Returns a built file with the company's name in it. */
type BrandFile = (text: string, name: string) => string

const branding: Record<string, { type: string; write: BrandFile }> = {
  [INDEX_HTML]: { type: 'text/html; charset=utf-8', write: brandPage },
  'manifest.webmanifest': { type: 'application/manifest+json', write: brandManifest },
  'manifest.hi.webmanifest': { type: 'application/manifest+json', write: brandManifest },
}

/**
 * The files that contain the company's name, where an installation has several: tabs and apps of two companies must
 * look different.
 */
export const BRANDED_FILES = Object.keys(branding)

/**
 * Sends one of them.
 * @param name undefined: as the build made it, compressed
 */
export async function sendBrandedFile(
  reply: FastifyReply,
  { directory, file, name }: { directory: string; file: string; name: string | undefined },
): Promise<FastifyReply> {
  const { type, write } = branding[file] ?? {}
  if (name === undefined || !type || !write) return sendBuiltFile(reply, file)
  // Read each time, because a new version replaces the file.
  const text = write(await readFile(join(directory, file), 'utf8'), name)
  return reply.header('cache-control', 'no-cache').type(type).send(text)
}

export const sendBuiltFile = (reply: FastifyReply, file: string) =>
  reply.header('cache-control', 'no-cache').sendFile(file)

/** Returns the page with the name where the web app reads it (web/src/shared/design/page/company-name.ts). */
function brandPage(html: string, name: string): string {
  const written = name.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const lines = `<title>${written}</title>\n    <meta name="application-name" content="${written}" />`
  return html.replace(/<title>.*<\/title>/, () => lines)
}

function brandManifest(text: string, name: string): string {
  return JSON.stringify({ ...JSON.parse(text), name, short_name: name })
}
