import { plainFamily } from '../_families/plain/family.ts'
import type { Dialect } from '../dialect.ts'
import { crushProfile } from './profile.ts'

export const crush: Dialect = plainFamily(crushProfile)
