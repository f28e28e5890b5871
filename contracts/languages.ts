/** What people read in; figures stay Latin digits in both. */
export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]

/** Words that screens and files share, by a key. */
export type LabelsByLanguage<Key extends string, Word = string> = Readonly<
  Record<Language, Readonly<Record<Key, Word>>>
>
