import { z } from 'zod'
import { emailAddress, LIMITS, lines, optionalText, text } from './text.ts'

/** The contact form of the public page (§2): name, email, phone and message. */
export const contactBody = z.strictObject({
  name: text('Name is required', LIMITS.name),
  email: emailAddress('Email is required'),
  phone: optionalText(20),
  message: lines('Message is required', 2000),
})

export const contactMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  message: z.string(),
  sentAt: z.iso.datetime(),
})
