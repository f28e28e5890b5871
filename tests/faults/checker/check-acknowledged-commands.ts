import type { RecordedCall } from './call-history.ts'

/** I1, I2, I3, I8 and I10: compares the answers that clients received with the positions of their marks in the log. */
export function acknowledgedCommandBreaches(calls: RecordedCall[], positions: Map<string, number[]>): string[] {
  return [
    ...calls.flatMap((call) => countBreaches(call, positions)),
    ...orderBreaches(calls, positions),
    ...calls.flatMap(answerBreaches),
  ]
}

function countBreaches(call: RecordedCall, positions: Map<string, number[]>): string[] {
  const times = positions.get(call.mark)?.length ?? 0
  const what = `${call.op} ${call.key} (${call.status})`
  const number = call.wasUnknown ? 'I2' : 'I1'
  switch (call.outcome) {
    case 'ok':
      return times === 1 ? [] : [`${number}: ${what} was acknowledged and is in the log ${times} times`]
    case 'refused':
      return times === 0
        ? []
        : [`${call.wasUnknown ? 'I2' : 'I3'}: ${what} was refused and is in the log ${times} times`]
    case 'unknown':
      return [`I2: ${what} was never settled`]
  }
}

/** I8: if call a was answered before call b was sent, a's event comes before b's. */
function orderBreaches(calls: RecordedCall[], positions: Map<string, number[]>): string[] {
  const placed = calls.flatMap((call) => {
    const position = positions.get(call.mark)?.[0]
    return call.outcome === 'ok' && !call.wasUnknown && position !== undefined ? [{ call, position }] : []
  })
  const bySending = [...placed].sort((a, b) => a.call.sentAt - b.call.sentAt)
  const byAnswer = [...placed].sort((a, b) => a.call.answeredAt - b.call.answeredAt)
  const breaches: string[] = []
  let answered = 0
  let highest = 0
  for (const { call, position } of bySending) {
    for (let next = byAnswer[answered]; next && next.call.answeredAt < call.sentAt; next = byAnswer[++answered])
      highest = Math.max(highest, next.position)
    if (position <= highest)
      breaches.push(`I8: ${call.op} ${call.key} at ${position} was sent after ${highest} was answered`)
  }
  return breaches
}

function answerBreaches({ repeatedAnswer, op, key, status, answer }: RecordedCall): string[] {
  if (!repeatedAnswer || (repeatedAnswer.status === status && repeatedAnswer.answer === answer)) return []
  return [
    `I10: ${op} ${key} was answered ${status} ${answer}, and then ${repeatedAnswer.status} ${repeatedAnswer.answer}`,
  ]
}
