/** Hosts that read the same hook files; `guide` is the contract of the April 2026 authoring guide. */
export const SURFACES = ['cli', 'vscode', 'cloud', 'guide'] as const
export type Surface = (typeof SURFACES)[number]

/** The case of a hook's event name decides what it reads and how its matcher works. */
export type Case = 'camelCase' | 'PascalCase'

export type Profile = { readonly surface: Surface; readonly case: Case }

/** What a hook is written for, as one word. */
export function writeProfile({ surface, case: spelling }: Profile): string {
  return `${surface}:${spelling}`
}

/** Hooks of our own files that speak this wire say nothing and get what most scripts expect. */
export function readProfile(text: string | undefined): Profile {
  const [surface, spelling] = (text ?? '').split(':')
  return {
    surface: SURFACES.find((each) => each === surface) ?? 'cli',
    case: spelling === 'PascalCase' ? 'PascalCase' : 'camelCase',
  }
}
