import { plainFamily } from '../_families/plain/family.ts'
import type { Dialect } from '../dialect.ts'
import { gooseProfile } from './profile.ts'

export const goose: Dialect = plainFamily(gooseProfile)
