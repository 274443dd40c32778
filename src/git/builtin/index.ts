import type { BuiltinHook } from './builtin.ts'
import { endOfFileFixer } from './end-of-file-fixer.ts'

const HOOKS: readonly BuiltinHook[] = [endOfFileFixer]

/** Hooks of `repo: builtin` by id. */
export const BUILTIN_HOOKS: ReadonlyMap<string, BuiltinHook> = new Map(HOOKS.map((hook) => [hook.id, hook]))
