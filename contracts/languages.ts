/** The languages of the app; figures use Latin digits in both. */
export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]

/** Labels that screens and files share, by language and key. */
export type LabelsByLanguage<Key extends string, Word = string> = Readonly<
  Record<Language, Readonly<Record<Key, Word>>>
>
