import { badInput } from '../examples/rows/bad-input.ts'
import { runner } from './runner.ts'

badInput(runner)
