const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Returns a text for XML, between tags or in quotes. escape-unprintable.ts has already removed the characters that no
 * file may contain.
 */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => XML_ENTITIES[character] ?? character)
}
