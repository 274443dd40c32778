import { formatAfterEdit } from '../examples/rows/format-after-edit.ts'
import { runner } from './runner.ts'

formatAfterEdit(runner)
