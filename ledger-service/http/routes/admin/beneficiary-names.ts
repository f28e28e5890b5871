import { otherSpellings } from '@ledger/contracts/beneficiary-spelling-group.ts'
import type { ChangedBeneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import type { FastifyInstance } from 'fastify'
import type { CommandAnswer, StateAfterCommand } from '../../../event-store/append/command-and-answer-types.ts'
import { dispatchCommand, jsonAnswer } from '../../command-handler.ts'
import { routeDefiner } from '../../define-route.ts'

/** Registers the calls that rename beneficiaries, merge their spellings, and undo that. */
export function registerBeneficiaryNameRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('renameBeneficiary', async ({ company, params, body, request, reply }) =>
    dispatchCommand(company, request, reply, {
      command: { type: 'RenameBeneficiary', beneficiary: params.id, name: body.name },
      body,
      answer: (state) => answerGroup(state, params.id),
    }),
  )

  route('mergeBeneficiaries', async ({ company, body, request, reply }) =>
    dispatchCommand(company, request, reply, {
      command: { type: 'MergeBeneficiaries', ...body },
      body,
      answer: (state) => answerGroup(state, body.into),
    }),
  )

  route('unmergeBeneficiary', async ({ company, body, request, reply }) =>
    dispatchCommand(company, request, reply, {
      command: { type: 'UnmergeBeneficiary', beneficiary: body.id },
      body,
      answer: ({ events: [event] }) => {
        if (event?.type !== 'BeneficiariesUnmerged') throw new Error('An undone merge is always an event')
        return groupAnswer(event.data.apart)
      },
    }),
  )
}

const answerGroup = (state: StateAfterCommand, id: string) => groupAnswer(state.beneficiaryGroup(id))

function groupAnswer({ id, name, members }: ReturnType<StateAfterCommand['beneficiaryGroup']>): CommandAnswer {
  const also = otherSpellings(
    name,
    members.map((member) => member.name),
  )
  return jsonAnswer(200, { id, name, also } satisfies ChangedBeneficiary)
}
