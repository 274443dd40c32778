import type { BuiltinHook } from './builtin.ts'
import { checkIllegalWindowsNames } from './check-illegal-windows-names.ts'
import { checkMergeConflict } from './check-merge-conflict.ts'
import { detectPrivateKey } from './detect-private-key.ts'
import { endOfFileFixer } from './end-of-file-fixer.ts'
import { fileContentsSorter } from './file-contents-sorter.ts'
import { fixByteOrderMarker } from './fix-byte-order-marker.ts'
import { mixedLineEnding } from './mixed-line-ending.ts'
import { requirementsTxtFixer } from './requirements-txt-fixer.ts'
import { trailingWhitespace } from './trailing-whitespace.ts'

const HOOKS: readonly BuiltinHook[] = [
  checkIllegalWindowsNames,
  checkMergeConflict,
  detectPrivateKey,
  endOfFileFixer,
  fileContentsSorter,
  fixByteOrderMarker,
  mixedLineEnding,
  requirementsTxtFixer,
  trailingWhitespace,
]

/** Hooks of `repo: builtin` by id. */
export const BUILTIN_HOOKS: ReadonlyMap<string, BuiltinHook> = new Map(HOOKS.map((hook) => [hook.id, hook]))
