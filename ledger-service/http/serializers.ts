import SerializerSelector from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify'

const compile = SerializerSelector()({}, {})
/** By route and status. */
const kept = new Map<string, SerializerSelector.Serializer>()

/**
 * Returns the serialiser of an answer's schema, which Fastify would compile again for the application of each company.
 * All have the same routes, so the cache has one entry for each answer of the contract.
 */
export const sharedSerializer: FastifySerializerCompiler<unknown> = ({ schema, method, url, httpStatus = '' }) => {
  const key = `${method} ${url} ${httpStatus}`
  const made = kept.get(key) ?? compile({ schema, method, url, httpStatus })
  kept.set(key, made)
  return made
}
