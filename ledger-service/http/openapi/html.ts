/** HTML that is safe to send: made of literals, of escaped texts and of other such pieces. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | undefined | readonly Piece[]

/** A piece of HTML from a template; every text that is put in is escaped, `undefined` is nothing. */
export function html(literals: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(literals.reduce((text, literal, index) => text + render(pieces[index - 1]) + literal))
}

function render(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'object') return piece.map(render).join('')
  return escaped(String(piece))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** A sentence in which `code` stands between backticks. */
export function prose(text: string): Html {
  const parts = text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
  return html`${parts}`
}
