import { APP_ROLE } from '@ledger/database/app-role.ts'
import { type Kysely, sql } from 'kysely'

/**
 * The words of all texts of a company, by their consonants, so that a search finds a word in the other script and in
 * other spellings (docs/search.md). A read model of its own, which the worker fills from the first event after the
 * update; searches find meanwhile what they found before. Comparisons of amounts read the index of 0030-worklists.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    SET LOCAL ROLE ${sql.ref(APP_ROLE)};
    CREATE TABLE read.searched_words (
      company_id uuid NOT NULL,
      -- In the order of their characters: words that begin so are one stretch of the key.
      consonants text COLLATE "C" NOT NULL,
      word text COLLATE "C" NOT NULL,
      PRIMARY KEY (company_id, consonants, word)
    );
    RESET ROLE;
  `.execute(db)
}
