import { claudeFamily } from '../_families/claude/family.ts'
import type { Dialect } from '../dialect.ts'
import { profile } from './profile.ts'

export const deepagents: Dialect = claudeFamily(profile)
