/**
 * Environment, home and platform: the only reader of `process.env`. A copy, because every look into the real one is a
 * system call in disguise, and because what a run sees must not change under it.
 */
export type Env = {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly cwd: string
  readonly variables: Readonly<Record<string, string>>
}

export function systemEnv(): Env {
  return {
    platform: process.platform,
    home: homeOf(process.env),
    cwd: process.cwd(),
    variables: { ...process.env } as Record<string, string>,
  }
}

function homeOf(variables: NodeJS.ProcessEnv): string {
  return variables['HOME'] ?? variables['USERPROFILE'] ?? '/'
}
