import type { Language } from '../../shared/language/language.ts'
import { en } from './content-en.ts'
import { hi } from './content-hi.ts'

/** §2: the categories of the project cards, and further ones that a visitor may look for. */
export type Category = 'solar' | 'rooftop' | 'civil'
export type Picture = 'park' | 'plant' | 'warehouse' | 'school' | 'substation'
export type Emblem = 'grain' | 'town' | 'thread' | 'milk'

interface Project {
  readonly title: string
  readonly category: Category
  readonly forGovernment: boolean
  readonly description: string
  readonly picture: Picture
}

interface Client {
  readonly name: string
  readonly testimonial: string
  readonly by: string
  readonly logo: Emblem
}

/** The content of the public page. The company profile has the same content. */
export interface Content {
  readonly company: string
  readonly line: string
  readonly promise: string
  readonly about: readonly string[]
  readonly stats: readonly { readonly figure: string; readonly label: string }[]
  readonly categories: Readonly<Record<Category, string>>
  readonly government: string
  readonly projects: readonly Project[]
  readonly capabilities: readonly { readonly title: string; readonly text: string }[]
  readonly clients: readonly Client[]
  readonly contact: {
    readonly address: readonly string[]
    readonly email: string
    readonly phone: string
    readonly hours: string
  }
  /** The titles of the sections, in the page and in the profile. */
  readonly titles: Readonly<Record<'about' | 'projects' | 'capabilities' | 'partners' | 'contact', string>>
}

export const CONTENT: Readonly<Record<Language, Content>> = { en, hi }
