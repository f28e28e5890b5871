/** Settings that only the first start needs: the first admin's password, and the address of the owner of the tables. */
const OF_THE_START = ['ADMIN_PASSWORD', 'DATABASE_OWNER_URL']

/** Removes from an environment the settings that are not needed once the database has an admin. */
export function removeStartOnlySettings(env: NodeJS.ProcessEnv): void {
  for (const name of OF_THE_START) delete env[name]
}
