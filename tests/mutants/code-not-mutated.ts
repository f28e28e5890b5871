// A plug-in for Stryker that excludes code from mutation: words for people, and code that only a database can refute.
import type { NodePath } from '@stryker-mutator/api/ignore'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import type { babel } from '@stryker-mutator/core'

/** The most rows of a table that is mutated. */
const LONG_TABLE_LINES = 20

type SyntaxNode = babel.NodePath['node']

declare module '@stryker-mutator/api/ignore' {
  interface NodePath {
    readonly node: SyntaxNode
    readonly parent: SyntaxNode | null | undefined
  }
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'not ours to mutate', { shouldIgnore: ignoreReason }),
]

function ignoreReason({ node, parent }: NodePath): string | undefined {
  if (isSentence(node)) return 'a sentence for people'
  if (parent?.type === 'ThrowStatement') return 'what a fault says'
  if (isDescription(node, parent)) return 'what the document of the API says'
  if (isGivenDatabase(node) || isStatement(node)) return 'a question to the database'
  if (isColumns(node)) return 'the columns of a table'
  if (isLongTable(node)) return 'a table of words'
  return undefined
}

/**
 * Returns whether the node is a list of words and their meanings: a test goes through them, and a slip in one of them
 * is no fault of the logic.
 */
function isLongTable(node: SyntaxNode): boolean {
  if (node.type === 'ArrayExpression') return node.elements.length > LONG_TABLE_LINES
  return node.type === 'ObjectExpression' && node.properties.length > LONG_TABLE_LINES
}

/** Returns whether a text begins with a capital letter, and has more than one word. */
function isSentence(node: SyntaxNode): boolean {
  const text =
    node.type === 'StringLiteral' ? node.value : node.type === 'TemplateLiteral' ? node.quasis[0]?.value.raw : ''
  return /^[A-Z][\w-]* /.test(text ?? '')
}

/** Returns whether the node is the `.meta({ … })` of a schema. */
function isDescription(node: SyntaxNode, parent: NodePath['parent']): boolean {
  if (parent?.type !== 'CallExpression' || parent.callee === node) return false
  const { callee } = parent
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'meta'
}

/** Returns whether the node is a function whose first parameter is the database. */
function isGivenDatabase(node: SyntaxNode): boolean {
  const isFunction = node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression'
  if (!isFunction) return false
  const [first] = node.params
  return first?.type === 'Identifier' && first.name === 'db'
}

const isStatement = (node: SyntaxNode) =>
  node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier' && node.tag.name === 'sql'

/** `const MOVED: ColumnTypes<…> = …`, `{ table: …, columns: … } as const satisfies Slice`. */
function isColumns(node: SyntaxNode): boolean {
  if (node.type === 'TSSatisfiesExpression') return isNamed(node.typeAnnotation, 'Slice')
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return false
  const { typeAnnotation } = node.id
  return typeAnnotation?.type === 'TSTypeAnnotation' && isNamed(typeAnnotation.typeAnnotation, 'ColumnTypes')
}

const isNamed = (type: SyntaxNode, name: string) =>
  type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === name
