import { ALL_TAGS } from '../contracts/tag-table.ts'
import type { Known } from './reading.ts'

/** Hooks of `repo: meta`. */
export const META_IDS = ['check-hooks-apply', 'check-useless-excludes', 'identity'] as const

/** Hooks of `repo: builtin`; named here so that a file can be checked without loading their code. */
export const BUILTIN_IDS = [
  'check-added-large-files',
  'check-case-conflict',
  'check-executables-have-shebangs',
  'check-illegal-windows-names',
  'check-json',
  'check-json5',
  'check-jsonc',
  'check-merge-conflict',
  'check-shebang-scripts-are-executable',
  'check-symlinks',
  'check-toml',
  'check-vcs-permalinks',
  'check-xml',
  'check-yaml',
  'deny-filename-pattern',
  'deny-pattern',
  'destroyed-symlinks',
  'detect-private-key',
  'end-of-file-fixer',
  'file-contents-sorter',
  'fix-byte-order-marker',
  'forbid-new-submodules',
  'mixed-line-ending',
  'no-commit-to-branch',
  'pretty-format-json',
  'require-filename-pattern',
  'require-pattern',
  'requirements-txt-fixer',
  'trailing-whitespace',
] as const

/** What this runner knows. */
export const KNOWN: Known = {
  tags: ALL_TAGS,
  metaIds: new Set(META_IDS),
  builtinIds: new Set(BUILTIN_IDS),
}
