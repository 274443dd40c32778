import { claudeFamily } from '../_families/claude/family.ts'
import type { Dialect } from '../dialect.ts'
import { profile } from './profile.ts'

export const qoder: Dialect = claudeFamily(profile)
