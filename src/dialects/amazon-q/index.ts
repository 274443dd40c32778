import { plainFamily } from '../_families/plain/family.ts'
import type { Dialect } from '../dialect.ts'
import { amazonQProfile } from './profile.ts'

export const amazonQ: Dialect = plainFamily(amazonQProfile)
