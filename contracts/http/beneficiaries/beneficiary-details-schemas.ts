import { z } from 'zod'
import { isGstin, isPan, panOfGstin } from '../../tax/tax-numbers.ts'
import { parseTypedMobile } from '../../text/parse-typed-mobile.ts'
import { singleLineText } from '../../text/text-schemas.ts'

/** PAN, GSTIN and phone of a beneficiary. */

const PAN_MESSAGE = 'Please enter a valid PAN, such as ABCPD1234E'
const GSTIN_MESSAGE = 'Please enter a valid GSTIN of 15 characters'
const OTHER_PAN_MESSAGE = 'This GSTIN belongs to another PAN'
const PHONE_MESSAGE = 'Please enter a valid 10-digit phone number'

/** A number as people type it, with spaces and hyphens; empty and null mean none. */
const numberOrNone = (isValid: (text: string) => boolean, message: string) =>
  singleLineText(30, message)
    .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
    .refine((text) => text === '' || isValid(text), message)
    .nullable()
    .transform((text) => text || null)

export const PAN_DESCRIPTION = 'The permanent account number of the party'
const GSTIN = 'The GST number of the party'
const PHONE = 'Ten digits'

export const beneficiaryDetailsBody = z
  .strictObject({
    pan: numberOrNone(isPan, PAN_MESSAGE).meta({ description: `${PAN_DESCRIPTION}; null for none`, examples: [null] }),
    gstin: numberOrNone(isGstin, GSTIN_MESSAGE).meta({
      description: `${GSTIN}, which holds its PAN; null for none`,
      examples: ['27AAPFU0939F1ZV'],
    }),
    phone: z
      .string({ error: PHONE_MESSAGE })
      .max(30, PHONE_MESSAGE)
      .nullable()
      .transform((text) => (text === null || /^[\s-]*$/.test(text) ? null : (parseTypedMobile(text) ?? '')))
      .refine((phone) => phone === null || phone.length === 10, PHONE_MESSAGE)
      .meta({
        description: `${PHONE}, with or without +91, 91, 0091 or 0 before them and anything but digits between them; null for none`,
        examples: ['9876543210'],
      }),
  })
  .refine(({ pan, gstin }) => pan === null || gstin === null || panOfGstin(gstin) === pan, {
    path: ['gstin'],
    error: OTHER_PAN_MESSAGE,
  })

export const beneficiaryDetails = z
  .object({
    pan: z
      .string()
      .nullable()
      .meta({ description: `${PAN_DESCRIPTION}; null for none`, examples: ['ABCPD1234E'] }),
    gstin: z
      .string()
      .nullable()
      .meta({ description: `${GSTIN}; null for none`, examples: ['27AAPFU0939F1ZV'] }),
    phone: z
      .string()
      .nullable()
      .meta({ description: `${PHONE}; null for none`, examples: ['9876543210'] }),
  })
  .describe('The details of a beneficiary, which are stored outside the log')
export type BeneficiaryDetails = z.infer<typeof beneficiaryDetails>
