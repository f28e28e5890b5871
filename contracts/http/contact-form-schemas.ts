import { z } from 'zod'
import { emailAddress, optionalText, requiredMultilineText, requiredText, TEXT_LIMITS } from '../text/text-schemas.ts'

/** The contact form of the public page (§2): name, email, phone and message. */
export const contactFormBody = z.strictObject({
  name: requiredText('Name is required', TEXT_LIMITS.name).describe('The name of the visitor'),
  email: emailAddress('Email is required').describe('Where to answer'),
  phone: optionalText(20).describe('Where to call, at most 20 characters; may be left out'),
  message: requiredMultilineText('Message is required', 2000).describe('The message, with line breaks'),
})

export const contactMessage = z.object({
  id: z.string().describe('The id of the message: a UUID'),
  name: z.string().describe('The name of the visitor'),
  email: z.string().describe('Where to answer'),
  phone: z.string().nullable().describe('Where to call; null where the visitor gave none'),
  message: z.string().describe('The message, with line breaks'),
  sentAt: z.iso.datetime().describe('When it was sent, in UTC'),
})
