import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'

/** The page that is every screen. */
export const SCREEN = 'index.html'

/** How a file of the build is written for a company of this name. */
type Write = (text: string, name: string) => string

const named: Record<string, { type: string; write: Write }> = {
  [SCREEN]: { type: 'text/html; charset=utf-8', write: page },
  'manifest.webmanifest': { type: 'application/manifest+json', write: manifest },
  'manifest.hi.webmanifest': { type: 'application/manifest+json', write: manifest },
}

/** Those in which the company's name stands, where an installation has several: tabs and apps of two must not look the same. */
export const NAMED_FILES = Object.keys(named)

/** Sends one of them. @param name undefined: as the build made it, compressed */
export async function sendNamed(
  reply: FastifyReply,
  { directory, file, name }: { directory: string; file: string; name: string | undefined },
): Promise<FastifyReply> {
  const { type, write } = named[file] ?? {}
  if (name === undefined || !type || !write) return sendAsBuilt(reply, file)
  // Read each time, because a new version puts another one there.
  const text = write(await readFile(join(directory, file), 'utf8'), name)
  return reply.header('cache-control', 'no-cache').type(type).send(text)
}

export const sendAsBuilt = (reply: FastifyReply, file: string) =>
  reply.header('cache-control', 'no-cache').sendFile(file)

/** The web app reads the name there (web/src/shared/design/company-name.ts). */
function page(html: string, name: string): string {
  const written = name.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const lines = `<title>${written}</title>\n    <meta name="application-name" content="${written}" />`
  return html.replace(/<title>.*<\/title>/, () => lines)
}

function manifest(text: string, name: string): string {
  return JSON.stringify({ ...JSON.parse(text), name, short_name: name })
}
