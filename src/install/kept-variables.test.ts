import { expect, test } from 'vitest'
import { keptVariables } from './kept-variables.ts'

const around = { platform: 'linux', isOfProject: (folder: string) => folder.startsWith('/work/app') } as const

test('names and places of the user are kept, and nothing else', () =>
  expect(
    keptVariables(
      {
        PATH: '/usr/bin',
        HOME: '/home/dev',
        USER: 'dev',
        LOGNAME: 'dev',
        SHELL: '/bin/zsh',
        LANG: 'de_DE.UTF-8',
        LC_ALL: 'C',
        TZ: 'UTC',
        XDG_CONFIG_HOME: '/home/dev/.config',
        XDG_RUNTIME_DIR: '/run/user/1000',
        XDG_SESSION_ID: '3',
        ANTHROPIC_API_KEY: 'sk',
        GITHUB_TOKEN: 'gh',
        NODE_OPTIONS: '--require x',
        LD_PRELOAD: '/x.so',
        BASH_ENV: '/x',
      },
      around,
    ),
  ).toEqual({
    PATH: '/usr/bin',
    HOME: '/home/dev',
    USER: 'dev',
    LOGNAME: 'dev',
    SHELL: '/bin/zsh',
    LANG: 'de_DE.UTF-8',
    LC_ALL: 'C',
    TZ: 'UTC',
    XDG_CONFIG_HOME: '/home/dev/.config',
  }))

test.for([
  ['/opt/tools:.:bin::/usr/bin', '/opt/tools:/usr/bin'],
  ['/work/app/bin:/usr/bin', '/usr/bin'],
  ['/home/dev/.npm/_npx/1/node_modules/.bin:/usr/lib/node_modules/npm/bin/node-gyp-bin:/usr/bin', '/usr/bin'],
  ['.', '/usr/local/bin:/usr/bin:/bin'],
] as const)('S39: PATH %s is kept as %s', ([PATH, kept]) =>
  expect(keptVariables({ PATH }, around)).toEqual({ PATH: kept }),
)
