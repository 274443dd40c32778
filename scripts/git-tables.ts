import { FILE_KEYS, REPO_KEYS } from '../src/git/config/file-keys.ts'
import { HOOK_KEYS } from '../src/git/config/hook-keys.ts'
import type { KeyTable } from '../src/git/config/key-table.ts'
import { BUILTIN_IDS, META_IDS } from '../src/git/config/known.ts'
import { UPDATE_FILE_KEYS } from '../src/git/config/update-kind.ts'

/** The tables of docs/git-config.md. Keys that pre-commit does not know carry a mark. */
export function gitTables(): string {
  return [
    '## The file',
    keyTable(FILE_KEYS),
    '## A repository',
    keyTable(REPO_KEYS),
    '## A hook',
    keyTable(HOOK_KEYS),
    '## `update`',
    keyTable(UPDATE_FILE_KEYS),
    '## Hooks that need no repository',
    `\`repo: builtin\`: ${named(BUILTIN_IDS)}.`,
    `\`repo: meta\`: ${named(META_IDS)}.`,
  ].join('\n\n')
}

function keyTable(keys: KeyTable): string {
  const rows = Object.values(keys).map(({ name, kind, about, prekOnly }) => {
    const says = kind.says.replaceAll('|', '\\|')
    return `| \`${name}\`${prekOnly ? ' *' : ''} | ${says} | ${about} |`
  })
  return ['| key | value | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

function named(ids: readonly string[]): string {
  return ids.map((id) => `\`${id}\``).join(', ')
}
