/** Environment, home and platform: the only reader of `process.env`. */
export type Env = {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly cwd: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

export function systemEnv(): Env {
  return {
    platform: process.platform,
    home: homeOf(process.env),
    cwd: process.cwd(),
    variables: process.env,
  }
}

function homeOf(variables: NodeJS.ProcessEnv): string {
  return variables['HOME'] ?? variables['USERPROFILE'] ?? '/'
}
