import { file, type Formatter } from './formatter.ts'

const WEB =
  '.js .jsx .mjs .cjs .ts .tsx .mts .cts .css .scss .less .json .jsonc .json5 .html .vue .md .mdx .yaml .yml .graphql .gql'
const SCRIPTS = '.js .jsx .mjs .cjs .ts .tsx .mts .cts'

/** Formatters of scripts, styles, pages and data. */
export const WEB_FORMATTERS: readonly Formatter[] = [
  {
    name: 'biome',
    files: `${SCRIPTS} .json .jsonc .css .graphql .gql .html .vue .svelte .astro`,
    shown: [...file('biome.json', 'biome.jsonc'), { npm: '@biomejs/biome' }],
    installer: 'node',
    programs: ['biome'],
    args: 'format --write --no-errors-on-unmatched {file}',
  },
  {
    name: 'oxfmt',
    files: `${WEB} .toml`,
    shown: [...file('.oxfmtrc.json', '.oxfmtrc.jsonc', 'oxfmt.config.ts'), { npm: 'oxfmt' }],
    installer: 'node',
    programs: ['oxfmt'],
    args: '--no-error-on-unmatched-pattern {file}',
  },
  {
    name: 'dprint',
    files: `${WEB} .toml .rs .py .kt .cs`,
    shown: file('dprint.json', 'dprint.jsonc', '.dprint.json', '.dprint.jsonc'),
    installer: 'node',
    programs: ['dprint'],
    args: 'fmt --stdin {file}',
    isFilter: true,
  },
  {
    name: 'prettier',
    files: `${WEB} .hbs .svelte .astro`,
    shown: [...file('.prettierrc*', 'prettier.config.*'), { packageKey: 'prettier' }, { npm: 'prettier' }],
    installer: 'node',
    programs: ['prettier'],
    args: '--write --ignore-unknown --log-level=warn {file}',
  },
  {
    name: 'deno',
    files: `${SCRIPTS} .json .jsonc .md .css .scss .less .html .yaml .yml .ipynb`,
    shown: file('deno.json', 'deno.jsonc'),
    installer: 'path',
    programs: ['deno'],
    args: 'fmt --quiet {file}',
  },
  {
    name: 'eslint',
    files: `${SCRIPTS} .vue .svelte .astro`,
    shown: [...file('eslint.config.*', '.eslintrc*'), { packageKey: 'eslintConfig' }],
    installer: 'node',
    programs: ['eslint'],
    args: '--fix {file}',
    isLast: true,
    findingsCode: 1,
  },
  {
    name: 'stylelint',
    files: '.css .scss .sass .less .pcss',
    shown: [...file('.stylelintrc*', 'stylelint.config.*'), { packageKey: 'stylelint' }],
    installer: 'node',
    programs: ['stylelint'],
    args: '--fix --allow-empty-input {file}',
    isLast: true,
    findingsCode: 2,
  },
]
