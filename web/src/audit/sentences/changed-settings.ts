import type { InstallationSettings } from '@ledger/contracts/events/setting-schemas.ts'
import { inBothLanguages } from '../../shared/language/in-both-languages.ts'
import type { Language } from '../../shared/language/language-setting.ts'

const words = inBothLanguages(
  {
    address: 'address of the server',
    thisMachine: 'this machine',
    passwords: 'passwords shown to the admin',
    limit: 'limit on sign-in tries',
    provider: 'sign-in provider',
    key: 'key of the checkpoints',
    on: 'on',
    off: 'off',
    none: 'none',
  },
  {
    address: 'सर्वर का पता',
    thisMachine: 'यही कंप्यूटर',
    passwords: 'एडमिन को पासवर्ड दिखाना',
    limit: 'साइन इन की कोशिशों की सीमा',
    provider: 'कंपनी के खाते से साइन इन',
    key: 'मुहर की चाबी',
    on: 'चालू',
    off: 'बंद',
    none: 'कोई नहीं',
  },
)

interface LabelledSetting {
  readonly label: string
  readonly value: string
}

function labelledSettings(settings: InstallationSettings, language: Language): LabelledSetting[] {
  const t = words[language]
  const { publicOrigin, passwordReveal, signInLimit, openid, checkpointKey } = settings
  return [
    { label: t.address, value: publicOrigin ?? t.thisMachine },
    { label: t.passwords, value: passwordReveal ? t.on : t.off },
    { label: t.limit, value: signInLimit ? t.on : t.off },
    { label: t.provider, value: openid === null ? t.none : `${openid.issuer} (${openid.clientId})` },
    { label: t.key, value: checkpointKey === null ? t.none : shortKey(checkpointKey) },
  ]
}

/** Returns the hash of a key `<name>+<hash>+<base64>`, which identifies the key. The raw event shows all of it. */
const shortKey = (key: string) => key.split('+')[1] ?? key

/** Returns the settings that changed, each with both values; all settings where `before` is null. */
export function changedSettings(
  before: InstallationSettings | null,
  after: InstallationSettings,
  language: Language,
): { label: string; before: string; after: string }[] {
  const was = new Map(
    (before === null ? [] : labelledSettings(before, language)).map(({ label, value }) => [label, value]),
  )
  return labelledSettings(after, language)
    .filter(({ label, value }) => was.get(label) !== value)
    .map(({ label, value }) => ({ label, before: was.get(label) ?? '', after: value }))
}
