import { CONFIG_VARIABLE } from './env.ts'

/** What a process has from the one that starts it, and what it hands on to those it starts. */
export type Surroundings = {
  readonly variables: Readonly<Record<string, string>>
  readonly cwd: string
  readonly umask: number
  /** The user's config folder, as the launcher was made for. */
  readonly configHome: string
  /** The program and its arguments. */
  readonly argv: readonly string[]
}

/** Puts this process in the place of another one: for a process that answers in its name and does nothing else. */
export function standInFor({ variables, cwd, umask, configHome, argv }: Surroundings): void {
  process.env = { ...variables, [CONFIG_VARIABLE]: configHome }
  process.argv = [process.execPath, ...argv]
  process.umask(umask)
  process.chdir(cwd)
}
