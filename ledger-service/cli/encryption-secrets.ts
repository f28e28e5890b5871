import { loadInstallationSecrets } from '../access/installation-secrets.ts'
import type { EncryptionSecrets } from '../companies/company-pepper-and-openid-secret.ts'
import { readApiConfiguration } from '../configuration/api-configuration.ts'
import { CommandError } from './command-context.ts'

/**
 * Returns the installation's secrets, as the API reads them.
 * @throws CommandError where they are not given, and may not be made
 */
export function readEncryptionSecrets(environment: NodeJS.ProcessEnv): EncryptionSecrets {
  const configuration = readApiConfiguration(environment)
  if ('wrong' in configuration) throw new CommandError(configuration.wrong)
  return loadInstallationSecrets(configuration)
}
