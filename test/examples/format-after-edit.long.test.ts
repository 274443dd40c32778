import { bash } from './project.ts'
import { formatAfterEdit } from './rows/format-after-edit.ts'

formatAfterEdit(bash)
