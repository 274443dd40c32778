/** Surroundings a dialect needs to say where its files are. Nothing here was read from a project file. */
export type Places = {
  readonly platform: NodeJS.Platform
  /** The session's own directory: --cwd, or the host's project variable, or the process's cwd. */
  readonly startDir: string
  /** Git root of startDir, else startDir. */
  readonly projectDir: string
  readonly home: string
  /** True when the home directory is, or lies in, the project, and is the account's own: a repository of dotfiles. */
  readonly isHomeInside?: boolean
  /** hookwright's user folder: $XDG_CONFIG_HOME/hookwright or %APPDATA%\hookwright. */
  readonly configHome: string
  /** hookwright's managed folder. */
  readonly managedDir: string
  readonly env: (name: string) => string | undefined
}

/**
 * How a config file is written. `jsonc`: JSON with comments. `markdown`: its front matter. `program`: the file is a hook
 * itself and its name says which; it is not read, and its value is an empty object.
 */
export type FileFormat = 'json' | 'jsonc' | 'yaml' | 'toml' | 'markdown' | 'program'
