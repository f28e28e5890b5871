import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'

/** The page of every screen. */
export const SCREEN = 'index.html'

/** Returns a built file with the company's name in it. */
type Write = (text: string, name: string) => string

const named: Record<string, { type: string; write: Write }> = {
  [SCREEN]: { type: 'text/html; charset=utf-8', write: page },
  'manifest.webmanifest': { type: 'application/manifest+json', write: manifest },
  'manifest.hi.webmanifest': { type: 'application/manifest+json', write: manifest },
}

/**
 * The files that contain the company's name, where an installation has several: tabs and apps of two companies must
 * look different.
 */
export const NAMED_FILES = Object.keys(named)

/**
 * Sends one of them.
 * @param name undefined: as the build made it, compressed
 */
export async function sendNamed(
  reply: FastifyReply,
  { directory, file, name }: { directory: string; file: string; name: string | undefined },
): Promise<FastifyReply> {
  const { type, write } = named[file] ?? {}
  if (name === undefined || !type || !write) return sendAsBuilt(reply, file)
  // Read each time, because a new version replaces the file.
  const text = write(await readFile(join(directory, file), 'utf8'), name)
  return reply.header('cache-control', 'no-cache').type(type).send(text)
}

export const sendAsBuilt = (reply: FastifyReply, file: string) =>
  reply.header('cache-control', 'no-cache').sendFile(file)

/** Returns the page with the name where the web app reads it (web/src/shared/design/company-name.ts). */
function page(html: string, name: string): string {
  const written = name.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const lines = `<title>${written}</title>\n    <meta name="application-name" content="${written}" />`
  return html.replace(/<title>.*<\/title>/, () => lines)
}

function manifest(text: string, name: string): string {
  return JSON.stringify({ ...JSON.parse(text), name, short_name: name })
}
