import type { BuiltinHook } from './builtin.ts'
import { checkAddedLargeFiles } from './check-added-large-files.ts'
import { checkCaseConflict } from './check-case-conflict.ts'
import { checkExecutablesHaveShebangs } from './check-executables-have-shebangs.ts'
import { checkIllegalWindowsNames } from './check-illegal-windows-names.ts'
import { checkJson } from './check-json.ts'
import { checkJson5 } from './check-json5.ts'
import { checkJsonc } from './check-jsonc.ts'
import { checkMergeConflict } from './check-merge-conflict.ts'
import { checkShebangScriptsAreExecutable } from './check-shebang-scripts-are-executable.ts'
import { checkSymlinks } from './check-symlinks.ts'
import { checkToml } from './check-toml.ts'
import { checkXml } from './check-xml.ts'
import { checkYaml } from './check-yaml.ts'
import { destroyedSymlinks } from './destroyed-symlinks.ts'
import { checkVcsPermalinks } from './check-vcs-permalinks.ts'
import { detectPrivateKey } from './detect-private-key.ts'
import { endOfFileFixer } from './end-of-file-fixer.ts'
import { fileContentsSorter } from './file-contents-sorter.ts'
import { denyFilenamePattern, requireFilenamePattern } from './filename-pattern-hooks.ts'
import { fixByteOrderMarker } from './fix-byte-order-marker.ts'
import { forbidNewSubmodules } from './forbid-new-submodules.ts'
import { mixedLineEnding } from './mixed-line-ending.ts'
import { noCommitToBranch } from './no-commit-to-branch.ts'
import { denyPattern, requirePattern } from './pattern-hooks.ts'
import { prettyFormatJson } from './pretty-format-json.ts'
import { requirementsTxtFixer } from './requirements-txt-fixer.ts'
import { trailingWhitespace } from './trailing-whitespace.ts'

const HOOKS: readonly BuiltinHook[] = [
  checkAddedLargeFiles,
  checkCaseConflict,
  checkExecutablesHaveShebangs,
  checkIllegalWindowsNames,
  checkJson,
  checkJson5,
  checkJsonc,
  checkMergeConflict,
  checkShebangScriptsAreExecutable,
  checkSymlinks,
  checkToml,
  checkXml,
  checkYaml,
  destroyedSymlinks,
  checkVcsPermalinks,
  denyFilenamePattern,
  denyPattern,
  detectPrivateKey,
  endOfFileFixer,
  fileContentsSorter,
  fixByteOrderMarker,
  forbidNewSubmodules,
  mixedLineEnding,
  noCommitToBranch,
  prettyFormatJson,
  requireFilenamePattern,
  requirePattern,
  requirementsTxtFixer,
  trailingWhitespace,
]

/** Hooks of `repo: builtin` by id. */
export const BUILTIN_HOOKS: ReadonlyMap<string, BuiltinHook> = new Map(HOOKS.map((hook) => [hook.id, hook]))
