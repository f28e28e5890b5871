/** §2: the categories of the project cards, and further ones that a visitor may look for. */
export type ProjectCategory = 'solar' | 'rooftop' | 'civil'
export type ProjectPictureName = 'park' | 'plant' | 'warehouse' | 'school' | 'substation'
export type ClientEmblemName = 'grain' | 'town' | 'thread' | 'milk'

interface ProjectContent {
  readonly title: string
  readonly category: ProjectCategory
  readonly forGovernment: boolean
  readonly description: string
  readonly picture: ProjectPictureName
}

interface ClientContent {
  readonly name: string
  readonly testimonial: string
  readonly by: string
  readonly logo: ClientEmblemName
}

/** The content of the public page. The company profile has the same content. */
export interface LandingContent {
  readonly company: string
  readonly line: string
  readonly promise: string
  readonly about: readonly string[]
  readonly stats: readonly { readonly figure: string; readonly label: string }[]
  readonly categories: Readonly<Record<ProjectCategory, string>>
  readonly government: string
  readonly projects: readonly ProjectContent[]
  readonly capabilities: readonly { readonly title: string; readonly text: string }[]
  readonly clients: readonly ClientContent[]
  readonly contact: {
    readonly address: readonly string[]
    readonly email: string
    readonly phone: string
    readonly hours: string
  }
  /** The titles of the sections, in the page and in the profile. */
  readonly titles: Readonly<Record<'about' | 'projects' | 'capabilities' | 'partners' | 'contact', string>>
}
