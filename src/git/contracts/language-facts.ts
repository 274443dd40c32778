import type { LanguageName } from './model.ts'

/** What a config may say about a hook of a language. */
export type LanguageFacts = {
  /** Why `shell` is refused; absent where it is accepted. */
  readonly shellRefusal?: string
  /** `additional_dependencies` are accepted. */
  readonly dependencies: boolean
  /** A `language_version` other than `default` is accepted. */
  readonly version: boolean
  /** What builds such hooks where another runner does; absent where we run them. */
  readonly missing?: string
}

const IN_IMAGE = 'entry takes part in container image or entrypoint selection'
const PACKAGE_ENTRY = 'entry takes part in install/runtime package resolution and is split before execution'

const environment = (missing: string, more: Partial<LanguageFacts> = {}): LanguageFacts => ({
  dependencies: true,
  version: false,
  missing,
  ...more,
})

export const LANGUAGES: Readonly<Record<LanguageName, LanguageFacts>> = {
  system: { dependencies: false, version: false },
  script: { dependencies: false, version: false },
  fail: { dependencies: false, version: false, shellRefusal: 'entry is the failure message body' },
  pygrep: { dependencies: false, version: false, shellRefusal: 'entry is the regex pattern' },
  node: { dependencies: true, version: true },
  python: { dependencies: true, version: true },
  docker: { dependencies: false, version: false, shellRefusal: IN_IMAGE },
  docker_image: { dependencies: false, version: false, shellRefusal: IN_IMAGE },
  bun: environment('bun', { version: true }),
  conda: environment('conda, mamba or micromamba'),
  coursier: environment('cs (coursier)'),
  dart: environment('dart', {
    shellRefusal: '`--packages` injection needs the resolved argv to contain `dart` directly',
  }),
  deno: environment('deno', { version: true }),
  dotnet: environment('the .NET SDK', { version: true }),
  golang: environment('go', { version: true }),
  haskell: environment('cabal'),
  julia: environment('julia', { shellRefusal: PACKAGE_ENTRY }),
  lua: environment('lua and luarocks'),
  mise: environment('mise', { version: true }),
  perl: environment('perl and cpan'),
  php: environment('php and composer'),
  r: environment('Rscript', { shellRefusal: 'entry must have the form `Rscript -e EXPR` or `Rscript FILE`' }),
  ruby: environment('ruby and gem', { version: true }),
  rust: environment('cargo', { version: true, shellRefusal: PACKAGE_ENTRY }),
  swift: environment('swift', { dependencies: false }),
}
