import { defineConfig, type UserConfig } from 'tsdown'

const shared: UserConfig = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: { compress: true, mangle: true, codegen: true },
  // Everything is bundled: an installed hookwright has no dependencies of its own.
  deps: { alwaysBundle: [/.*/] },
}

/** What `hookwright run` needs before it knows that something matches: one file, because each further one costs start-up. */
const HOT = [
  /\/src\/core\/(?!address|aggregator|failure\.ts|held-back|hide-content|named-files|own-copy|reach|swapped|unknown-answer-keys)/,
  /\/src\/log\//,
  /\/src\/engine\/(engine|fit-texts|roster|background|run-id|shared-budget|shares|slots|limits|tell-all|watch)\.ts$/,
  /\/src\/(compose|consent|handler-loaders|run-parts|safe-environments|surroundings)\.ts$/,
  /\/src\/ports\/(clock|env|files|kept-texts|contender|leads-outside|lock-file|pid-namespace|run-tag|state|update-file|warnings)\.ts$/,
  /\/src\/config\/(broken|discover|gather|given|load|meaning|outside-link|places|plugins|read-files|snapshot|state-reader|switch-remarks|switch-store|switches|trust|trust-store|with-names)\.ts$/,
  /\/src\/dialects\/(near|(hookwright|claude-code)\/(index|files))\.ts$/,
  /\/src\/dialects\/_families\/(cut-answer|payload|runtime\/phases)\.ts$/,
  /\/src\/dialects\/_families\/claude\/(behind|decode-event|depth|event-output|event-spec|events|reply|shape|text)\.ts$/,
  /\/src\/handlers\/(index|function|rule)\.ts$/,
  /\/src\/cli\/(main|args|background|command|commands|diagnostics|io|signals|version|workspace-options|commands\/run|render\/(issue-line|spinner|help))\.ts$/,
]

/** Two builds, so that the library and the command line share no chunks. */
export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts', runtime: 'src/runtime/index.ts', git: 'src/git/index.ts' },
    dts: true,
    clean: true,
  },
  {
    ...shared,
    entry: { cli: 'src/cli/main.ts' },
    outDir: 'dist/cli',
    dts: false,
    clean: true,
    outputOptions: {
      codeSplitting: {
        groups: [{ name: 'hot', test: (id: string) => HOT.some((pattern) => pattern.test(id)) }],
      },
    },
  },
])
