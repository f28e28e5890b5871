import { z } from 'zod'
import { MAX_BENEFICIARY_ID_LENGTH } from '../../beneficiary-id.ts'
import { MAX_SPELLINGS } from '../../beneficiary-spelling-group.ts'
import { requiredText, TEXT_LIMITS } from '../../text/text-schemas.ts'

const CHOOSE = 'Please select a beneficiary'
const beneficiaryIdParam = z
  .string({ error: CHOOSE })
  .min(1, CHOOSE)
  .max(MAX_BENEFICIARY_ID_LENGTH, CHOOSE)
  .meta({ examples: ['b:sharma traders'] })

export const beneficiaryParams = z.strictObject({
  id: z
    .string()
    .meta({ description: 'The id of a beneficiary, or of any of its spellings', examples: ['b:sharma traders'] }),
})

export const renameBeneficiaryBody = z.strictObject({
  name: requiredText('Please enter a name', TEXT_LIMITS.recipient)
    .describe('The name to show; no entry changes')
    .meta({ examples: ['Sharma Traders'] }),
})

export const mergeBeneficiariesBody = z.strictObject({
  from: z
    .array(beneficiaryIdParam, { error: CHOOSE })
    .min(1, CHOOSE)
    .max(MAX_SPELLINGS, CHOOSE)
    .describe('The ids of the beneficiaries that become one with `into`')
    .meta({ examples: [['b:sharma tradrs']] }),
  into: beneficiaryIdParam.describe('The id of the beneficiary whose name stays'),
})

export const unmergeBeneficiaryBody = z.strictObject({
  id: beneficiaryIdParam.describe('The id of the spelling that is to be a beneficiary of its own again'),
})
