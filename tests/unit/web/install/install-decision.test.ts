import {
  type InstallRecord,
  isIosSafariAgent,
  offerToMake,
  parseInstallRecord,
  withSavedExpense,
} from '@ledger/web/src/field/install/install-decision.ts'
import { describe, expect, it } from 'vitest'

const HERE = { isStandalone: false, hasPrompt: true, isIosSafari: false }
const afterSaves = (count: number): InstallRecord =>
  Array.from({ length: count }).reduce<InstallRecord>((record) => withSavedExpense(record), { saved: 0 })

describe('the offer to install the app', () => {
  it('comes with the third saved expense, and stays until it is answered', () => {
    expect([0, 1, 2, 3, 4, 40].map((saves) => offerToMake(afterSaves(saves), HERE))).toEqual([
      ...[undefined, undefined, undefined],
      ...['prompt', 'prompt', 'prompt'],
    ])
  })

  it('never comes again after a no or an installation, nor in the installed app', () => {
    for (const answer of ['no', 'installed'] as const)
      expect(offerToMake(withSavedExpense({ ...afterSaves(9), answer }), HERE)).toBeUndefined()
    expect(offerToMake(afterSaves(3), { ...HERE, isStandalone: true })).toBeUndefined()
  })

  it('shows the two steps in Safari on iOS, and nothing where neither can install', () => {
    expect(offerToMake(afterSaves(3), { ...HERE, hasPrompt: false, isIosSafari: true })).toBe('steps')
    expect(offerToMake(afterSaves(3), { ...HERE, hasPrompt: false })).toBeUndefined()
  })

  it('begins anew where what is stored cannot be read', () => {
    expect([null, '', 'x', '{}', '{"saved":"3","answer":"maybe"}', 'null'].map(parseInstallRecord)).toEqual([
      ...Array.from({ length: 6 }, () => ({ saved: 0 })),
    ])
    expect(parseInstallRecord('{"saved":2,"answer":"no"}')).toEqual({ saved: 2, answer: 'no' })
  })

  it('knows Safari on an iPhone and an iPad from other browsers and from a Mac', () => {
    const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
    const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X)'
    const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`
    expect(isIosSafariAgent(`${iPhone} ${safari}`, 5)).toBe(true)
    expect([isIosSafariAgent(mac, 5), isIosSafariAgent(mac, 0)]).toEqual([true, false])
    expect(isIosSafariAgent(`${iPhone} ${safari.replace('Version/17.5', 'CriOS/126.0')}`, 5)).toBe(false)
    expect(isIosSafariAgent('Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36', 5)).toBe(false)
  })
})
