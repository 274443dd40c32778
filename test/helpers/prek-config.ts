import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** prek in a repository of its own, to ask what it makes of a config. */
export type PrekConfig = {
  /** Whether it can be read. */
  accepts(text: string, ending: 'yaml' | 'toml'): Promise<boolean>
  /** The last link of the chain that says why the merged hooks cannot be. */
  problem(text: string): Promise<string | undefined>
  remove(): void
}

export function prekConfig(program: string): PrekConfig {
  const dir = mkdtempSync(join(tmpdir(), 'hookwright-prek-'))
  const env = {
    PREK_HOME: join(dir, 'home'),
    HOME: dir,
    GIT_CONFIG_GLOBAL: join(dir, 'no-config'),
    PATH: process.env['PATH'],
  }
  execFileSync('git', ['init', '-q'], { cwd: dir, env })
  const start = promisify(execFile)
  const complaint = (args: readonly string[]): Promise<string | undefined> =>
    start(program, args, { cwd: dir, env }).then(
      () => undefined,
      (error: { readonly stderr: string }) => error.stderr,
    )
  return {
    async accepts(text, ending) {
      writeFileSync(join(dir, `c.${ending}`), text)
      return (await complaint(['validate-config', `c.${ending}`])) === undefined
    },
    async problem(text) {
      writeFileSync(join(dir, '.pre-commit-config.yaml'), text)
      const said = await complaint(['list'])
      return said?.trim().split('caused by: ').at(-1)
    },
    remove: () => rmSync(dir, { recursive: true }),
  }
}
