import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify'

const compile = SerializerSelector()({}, {})
/** By route and status. */
const kept = new Map<string, SerializerSelector.Serializer>()

/**
 * What writes an answer by its schema, which Fastify would compile once more for the application of each company. They have the same routes,
 * so these stay as many as the contract has answers.
 */
export const sharedSerializer: FastifySerializerCompiler<unknown> = ({ schema, method, url, httpStatus = '' }) => {
  const key = `${method} ${url} ${httpStatus}`
  const made = kept.get(key) ?? compile({ schema, method, url, httpStatus })
  kept.set(key, made)
  return made
}
